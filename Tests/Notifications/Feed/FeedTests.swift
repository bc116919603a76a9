import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import Testing
import TestKit

@Suite("The feed")
struct FeedTests {
    private func scene(items: Int) throws -> NotificationScene {
        let scene = try NotificationScene()
        for number in 1...items {
            try scene.issue(order: OrderID("o-\(number)"))
            scene.shard.now = scene.shard.now + .seconds(1)
        }
        return scene
    }
    private func count(_ scene: NotificationScene) throws -> JSONValue? {
        try scene.shard.ask(UnreadCount.self, as: NotificationScene.john).json["count"]
    }

    @Test("Newest first, in pages, unread alone, by category")
    func pages() throws {
        let scene = try scene(items: 3)
        let first = try scene.shard.ask(NotificationsOfUser.self, ["perPage": 2], as: NotificationScene.john).json
        #expect(first["data"]?.array?.map { $0["data"]?["order.id"] } == ["o-3", "o-2"])
        #expect(first["meta"] == ["page": 1, "perPage": 2, "total": 3, "lastPage": 2])
        let id = try #require(first["data"]?.array?.first?["id"]?.string)
        #expect(try scene.shard.send(MarkRead(notificationId: id), as: NotificationScene.john)?.status == 204)
        #expect(try scene.feed(NotificationScene.john, ["unread": true]).count == 2)
        #expect(try scene.feed(NotificationScene.john, ["unread": false]).count == 3)
        #expect(try scene.feed(NotificationScene.john, ["category": "engagement"]).isEmpty)
        #expect(try scene.shard.ask(NotificationDetails.self, ["notificationId": .string(id)], as: NotificationScene.john).json["read"]
            == true)
    }

    @Test("Reading one, reading all and deleting change the count; doing it again changes nothing")
    func reading() throws {
        let scene = try scene(items: 3)
        #expect(try count(scene) == 3)
        let id = try #require(try scene.feed().first?["id"]?.string)
        for _ in 1...2 { #expect(try scene.shard.send(DeleteNotification(notificationId: id), as: NotificationScene.john)?.status == 204) }
        #expect(try count(scene) == 2)
        #expect(try scene.feed().count == 2)
        #expect(try scene.shard.ask(NotificationDetails.self, ["notificationId": .string(id)], as: NotificationScene.john).status == 404)
        for _ in 1...2 { #expect(try scene.shard.send(MarkAllRead(), as: NotificationScene.john)?.status == 204) }
        #expect(try count(scene) == 0)
    }

    @Test("Somebody else's item is not there")
    func others() throws {
        let scene = try scene(items: 1)
        let id = try #require(try scene.feed().first?["id"]?.string)
        #expect(try scene.shard.send(MarkRead(notificationId: id), as: .user("jane"))?.status == 404)
        #expect(try scene.shard.send(DeleteNotification(notificationId: id), as: .user("jane"))?.status == 404)
        #expect(try scene.shard.ask(NotificationDetails.self, ["notificationId": .string(id)], as: .user("jane")).status == 404)
        #expect(try scene.feed(.user("jane")).isEmpty)
        #expect(try scene.shard.ask(NotificationsOfUser.self).status == 401)
    }

    @Test("After 90 days an item is forgotten")
    func retention() throws {
        let scene = try scene(items: 1)
        try scene.shard.advance(by: .days(91))
        try scene.issue(order: "o-2", event: NotificationScene.event(2))
        #expect(try scene.feed().map { $0["data"]?["order.id"] } == ["o-2"])
    }

    @Test("What would have left the house is in the development outbox, by channel and address")
    func outbox() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(PushTokenChanged(sessionId: "s-1", userId: "john", pushToken: "device-1"))
        try scene.shard.receive(PushTokenChanged(sessionId: "s-2", userId: "john", pushToken: "device-2"))
        try scene.issue()
        #expect(try scene.feed().first?["reasons"] == ["ok"])
        #expect(try scene.outbox().map { $0["channel"] }.count == 3)
        let push = try scene.outbox(["channel": "push"])
        #expect(Set(push.compactMap { $0["to"]?.string }) == ["device-1", "device-2"])
        #expect(push.first?["data"]?["type"] == "ticket-purchased")
        #expect(push.first?["data"]?["subject"] == "o-1")
        let mail = try scene.outbox(["to": "john@example.com"])
        #expect(mail.first?["subject"] == "Your tickets: Kampala Tech Summit")
        #expect(mail.first?["template"] == "ticket-purchased")
        #expect(try scene.outbox(["limit": 1]).count == 1)
        // Paged like every list (12.F33).
        let second = try scene.shard.ask(DevelopmentOutbox.self, ["page": 2, "perPage": 2]).json
        #expect(second["data"]?.array?.count == 1 && second["meta"] == ["page": 2, "perPage": 2, "total": 3, "lastPage": 2])
    }

    @Test("A device gets the pushes of the person who registered it last, and each push once")
    func movedDevice() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(UserRegistered(userId: "jane", name: "Jane", email: "jane@example.com", roles: ["attendee"]))
        // Two sessions of Jane on one device, of which the first was forgotten, then one of John.
        for session in ["s-1", "s-2"] {
            try scene.shard.receive(PushTokenChanged(sessionId: session, userId: "jane", pushToken: "device-1"))
        }
        try scene.issue(["jane"])
        #expect(try scene.outbox(["channel": "push"]).count == 1)
        try scene.shard.receive(PushTokenChanged(sessionId: "s-3", userId: "john", pushToken: "device-1"))
        try scene.issue(["jane"], order: "o-2")
        #expect(try scene.outbox(["channel": "push"]).count == 1)
        try scene.issue(["john"], order: "o-3")
        #expect(try scene.outbox(["channel": "push"]).map { $0["to"] } == ["device-1", "device-1"])
        // The end of a session that no longer has the device changes nothing.
        try scene.shard.receive(SessionRevoked(sessionId: "s-2", userId: "jane", reason: "logout"))
        try scene.issue(["john"], order: "o-4")
        #expect(try scene.outbox(["channel": "push"]).count == 3)
    }

    @Test("A device that signed out gets no push; where push was the only way, e-mail takes its place, and the feed where there is none")
    func fallback() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(PushTokenChanged(sessionId: "s-1", userId: "john", pushToken: "device-1"))
        func wait(_ attempt: Int, _ user: User.ID) throws -> JSONValue? {
            scene.shard.now = scene.shard.now + .seconds(1)
            try scene.shard.receive(PaymentRequiresAction(paymentId: "p", orderId: "o", userId: user, amount: 1, currency: .ugx,
                attempt: attempt, method: "mtn_momo", instructions: "Dial."))
            return try scene.feed(.user(user.rawValue)).first?["reasons"]
        }
        #expect(try wait(1, "john") == ["ok"])
        try scene.shard.receive(SessionRevoked(sessionId: "s-1", userId: "john", reason: "logout"))
        #expect(try wait(2, "john") == ["no_push"])
        #expect(try wait(3, "nobody") == ["no_channel"])
        #expect(try scene.outbox().map { $0["channel"] } == ["email", "push"])
    }

    @Test("A session cut off because its token was used twice is told to its owner")
    func security() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(SessionRevoked(sessionId: "s-1", userId: "john", reason: "refresh-reuse"))
        try scene.shard.receive(SessionRevoked(sessionId: "s-2", userId: "john", reason: "logout"))
        #expect(try scene.feed().map { $0["type"] } == ["security"])
    }

    @Test("A code goes out sealed by auth, alone as a number of six digits, in no feed, and is in no log in clear", arguments: [
        ("sign-in", "sms", "+256700123456", "otp-code"), ("password-reset", "email", "john@example.com", "password-reset"),
        ("verify-email", "email", "john@example.com", "contact-verification"),
    ])
    func code(purpose: String, channel: String, to: String, template: String) throws {
        let scene = try NotificationScene()
        let text = try JSON.encode(OneTimeCodeText(code: "135791", token: "tok"))
        let sealed = try scene.shard.sealed(String(decoding: text, as: UTF8.self)).decoded(as: SealedValue.self)
        func issue(expiresIn: Duration) throws {
            try scene.shard.receive(OneTimeCodeIssued(userId: nil, purpose: purpose, channel: channel, to: to, locale: nil,
                expiresAt: scene.shard.now + expiresIn, sealed: sealed))
        }
        try issue(expiresIn: .minutes(5))
        try issue(expiresIn: .seconds(-1))
        let sent = try scene.outbox(["channel": .string(channel), "to": .string(to)])
        #expect(sent.map { $0["template"] } == [.string(template)])
        let words = (sent.first?["text"]?.string ?? "").split { !$0.isNumber }
        #expect(words.filter { $0.count == 6 } == ["135791"])
        #expect(sent.first?["data"]?["token"] == "tok")
        #expect(try scene.feed().isEmpty)
        for record in scene.shard.log { #expect(!String(decoding: record.value ?? [], as: UTF8.self).contains("135791")) }
    }

    @Test("An erased person leaves no row")
    func erased() throws {
        let scene = try NotificationScene()
        try scene.shard.receive(PushTokenChanged(sessionId: "s-1", userId: "john", pushToken: "device-1"))
        try scene.issue()
        try scene.shard.receive(UserErased(userId: "john"))
        #expect(try scene.feed().isEmpty)
        #expect(try scene.outbox().isEmpty)
    }

    @Test("Codes that made the account go with it, though they were sent before there was one")
    func erasedCodes() throws {
        let scene = try NotificationScene()
        let text = try JSON.encode(OneTimeCodeText(code: "135791", token: nil))
        let sealed = try scene.shard.sealed(String(decoding: text, as: UTF8.self)).decoded(as: SealedValue.self)
        for phone in ["+256700000001", "+256700000002"] {
            try scene.shard.receive(OneTimeCodeIssued(userId: nil, purpose: "sign-in", channel: "sms", to: phone, locale: nil,
                                                      expiresAt: scene.shard.now + .minutes(5), sealed: sealed))
        }
        try scene.shard.receive(UserRegistered(userId: "peter", name: "Peter", phone: "+256700000001", roles: ["attendee"]))
        try scene.shard.receive(UserErased(userId: "peter"))
        #expect(try scene.outbox(["channel": "sms"]).map { $0["to"] } == ["+256700000002"])
    }

    @Test("The same log gives the same database")
    func replay() throws {
        let scene = try scene(items: 2)
        try scene.shard.receive(EventCancelled(eventId: "e-1", event: NotificationScene.event(), reason: "rain", deleted: false,
                                               attendeeCount: 1))
        try scene.shard.send(MarkAllRead(), as: NotificationScene.john)
        try scene.shard.advance(by: .days(1))
        let copy = try ShardHarness(Notifications.self, definition: NotificationScene.definition(), now: NotificationScene.now)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
    }
}

@Suite("Texts")
struct TextTemplateTests {
    @Test("Times are absolute and on the reader's clock; money has its currency; what is missing leaves nothing", arguments: [
        ("{t|when}", "Sat 28 Nov at 6:00 PM"), ("{soon|when}", "today at 12:05 PM"), ("{night|when}", "tomorrow at 12:30 AM"),
        ("{far|when}", "Fri 1 Jan 2027 at 3:00 AM"),
        ("{ugx} / {eur} / {cent}", "UGX 1,234,567 / EUR 1,250.05 / EUR 0.07"), ("a {missing}b{missing|when}", "a b"),
        ("open { brace", "open { brace"),
        ("{name}", "{not again}"),
        ("{n|count:ticket:tickets}", "2 tickets"), ("{code|failure}", "There is not enough money on the account."), ("{code|odd}", ""),
        ("{n|when}", ""), ("{soon|when:Until %.} {missing|when:Until %.}", "Until today at 12:05 PM."),
    ])
    func render(template: String, expected: String) throws {
        let facts: [String: JSONValue] = [
            "t": "2026-11-28T15:00:00Z", "soon": "2026-11-21T09:05:00Z", "night": "2026-11-21T21:30:00Z", "far": "2027-01-01T00:00:00Z",
            "ugx": ["amount": 1_234_567, "currency": "UGX"], "eur": ["amount": 125_005, "currency": "EUR"],
            "cent": ["amount": 7, "currency": "EUR"], "name": "{not again}",
            "n": 2, "code": "NOT_ENOUGH_FUNDS",
        ]
        let text = TextTemplate(facts: facts, zone: try TimeZoneRules.named("Africa/Kampala"), now: NotificationScene.now,
                                words: Notifications.installed.vocabulary).render(template)
        #expect(text == expected)
    }

    @Test("Every language says today, tomorrow, a day of this year and one of another", arguments: [
        (TextLanguage.fr, ["aujourd’hui à 12:05", "demain à 00:30", "sam. 28 nov. à 18:00", "ven. 1 janv. 2027 à 03:00"]),
        (.es, ["hoy a las 12:05", "mañana a las 00:30", "sáb 28 nov a las 18:00", "vie 1 ene 2027 a las 03:00"]),
        (.ar, ["اليوم الساعة 12:05", "غدا الساعة 00:30", "السبت 28 نوفمبر الساعة 18:00", "الجمعة 1 يناير 2027 الساعة 03:00"]),
    ])
    func languages(language: TextLanguage, expected: [String]) throws {
        let zone = try TimeZoneRules.named("Africa/Kampala")
        let times: [JSONValue] = ["2026-11-21T09:05:00Z", "2026-11-21T21:30:00Z", "2026-11-28T15:00:00Z", "2027-01-01T00:00:00Z"]
        #expect(
            times.map {
                TextTemplate(facts: ["t": $0], zone: zone, now: NotificationScene.now, language: language, words: .none).render("{t|when}")
            } == expected)
    }

    @Test("A language nobody speaks here falls back to English")
    func unknownLanguage() {
        #expect(TextLanguage(tag: "sw-UG") == .en)
        #expect(TextLanguage(tag: "fr_DZ") == .fr)
    }
}
