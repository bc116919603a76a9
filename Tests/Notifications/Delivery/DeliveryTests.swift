import Contracts
import GRDB
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

@Suite("Deliveries: what becomes of a message at a provider")
struct DeliveryTests {
    private func withDevice(_ tokens: [String] = ["device-1"],
                            _ definition: TenantDefinition = DeliveryScene.definition()) throws -> DeliveryScene {
        let scene = try DeliveryScene(definition)
        for (number, token) in tokens.enumerated() {
            try scene.shard.receive(PushTokenChanged(sessionId: "s-\(number)", userId: "john", pushToken: token))
        }
        return scene
    }
    private func approve(_ scene: DeliveryScene, _ attempt: Int = 1) throws {
        try scene.shard.receive(PaymentRequiresAction(paymentId: "p", orderId: "o", userId: "john", amount: 1, currency: .ugx,
            attempt: attempt, method: "mtn_momo", instructions: "Dial *165#."))
    }

    @Test("""
        With a provider a message waits for its sender, the feed says so, and the development outbox stays empty; once it has left its \
        text is forgotten
        """)
    func accepted() throws {
        let scene = try withDevice()
        try scene.scene.issue()
        #expect(try scene.queued().map(\.channel).sorted() == ["email", "push"])
        #expect(try scene.scene.outbox().isEmpty)
        #expect(try scene.states() == ["inApp": "delivered", "push": "queued", "email": "queued"])
        for row in try scene.queued() { try scene.report(row, .accepted) }
        #expect(try scene.states() == ["inApp": "delivered", "push": "sent", "email": "sent"])
        #expect(try scene.deliveries().allSatisfy { $0.state == "accepted" && !$0.hasText })
    }

    @Test("A channel without settings writes to the development outbox beside others that have some")
    func mixed() throws {
        let scene =
            try withDevice(["device-1"], DeliveryScene.definition(channels: ["email": ["host": "127.0.0.1", "fromAddress": "a@b.example"],
            "push": .null]))
        try scene.scene.issue()
        #expect(try scene.queued().map(\.channel) == ["email"])
        #expect(try scene.scene.outbox().map { $0["channel"] } == ["push"])
    }

    @Test("""
        A critical message is tried again after 5, 15, 30 and 60 seconds, others after 10 s, 30 s, 2, 10 and 30 min; then the next channel \
        gets it
        """,
        arguments: [
        (true, [5, 15, 30, 60]), (false, [10, 30, 120, 600, 1800]),
    ])
    func ladder(isCritical: Bool, waits: [Int]) throws {
        let scene = try withDevice()
        if isCritical {
            try approve(scene)
        } else {
            try scene.shard.receive(
                ReminderDue(reminderId: "x", userId: "john", eventId: "e-1", title: "Tech", startDate: NotificationScene.now + .days(1),
                venueName: "Serena",
                                                offsetMinutes: 1440, reason: "ticket"))
        }
        for (number, wait) in waits.enumerated() {
            let row = try #require(try scene.queued(.push).first)
            #expect(row.attempt == number + 1)
            try scene.report(row, .failedTransient, code: "INTERNAL")
            try scene.shard.advance(by: .seconds(wait - 1))
            #expect(try scene.queued().isEmpty)
            try scene.shard.advance(by: .seconds(1))
        }
        try scene.shard.markSeen()
        try scene.report(try #require(try scene.queued(.push).first), .failedTransient, code: "INTERNAL")
        #expect(try scene.queued().map(\.channel) == ["email"])
        #expect(try scene.shard.timers() == ["forget-old"])
        let failed = try #require(try scene.shard.published(DeliveryFailed.self).first)
        #expect(failed.channel == "push" && failed.code == "INTERNAL" && failed.fallback == "email")
        #expect(try scene.states() == ["inApp": "delivered", "push": "failed", "email": "queued"])
    }

    @Test("A provider that says when to come back is not asked before; one that says too long is asked within the hour",
        arguments: [(3, 5), (20, 20), (1_000_000, 3600)])
    func retryAfter(said: Int, waited: Int) throws {
        let scene = try withDevice()
        try approve(scene)
        try scene.report(try #require(try scene.queued().first), .failedTransient, code: "QUOTA_EXCEEDED", retryAfter: said)
        try scene.shard.advance(by: .seconds(waited - 1))
        #expect(try scene.queued().isEmpty)
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.queued().count == 1)
    }

    @Test("No try after its time: a code that ends before the next try is given up, and has no other channel")
    func expires() throws {
        let scene = try DeliveryScene()
        let text = try JSON.encode(OneTimeCodeText(code: "135791", token: nil))
        let sealed = try scene.shard.sealed(String(decoding: text, as: UTF8.self)).decoded(as: SealedValue.self)
        try scene.shard.receive(OneTimeCodeIssued(userId: "john", purpose: "sign-in", channel: "sms", to: "+256700123456", locale: nil,
            expiresAt: scene.shard.now + .seconds(21), sealed: sealed))
        for wait in [5, 15] {
            try scene.report(try #require(try scene.queued(.sms).first), .failedTransient)
            try scene.shard.advance(by: .seconds(wait))
        }
        try scene.report(try #require(try scene.queued(.sms).first), .failedTransient, code: "timeout")
        #expect(try scene.deliveries().map(\.state) == ["failed"])
        #expect(try scene.deliveries().allSatisfy { !$0.hasText })
        #expect(try scene.shard.published(DeliveryFailed.self).map(\.code) == ["timeout"])
        for record in scene.shard.log { #expect(!String(decoding: record.value ?? [], as: UTF8.self).contains("135791")) }
    }

    @Test("""
        A device that is gone is forgotten at once and told to the account; the message takes the next channel only when no other device \
        has it
        """)
    func deadToken() throws {
        let scene = try withDevice(["device-1", "device-2"])
        try approve(scene)
        let rows = try scene.queued(.push)
        try scene.report(rows[0], .failedPermanent, code: "UNREGISTERED", dead: true)
        #expect(try scene.queued().map(\.channel) == ["push"])
        try scene.report(rows[1], .accepted)
        #expect(try scene.states()["push"] == "sent")
        #expect(try scene.shard.published(PushTokenRejected.self)
            == [PushTokenRejected(userId: "john", pushToken: rows[0].address, code: "UNREGISTERED")])
        try approve(scene, 2)
        #expect(try scene.queued(.push).map(\.address) == [rows[1].address])
        try scene.report(try scene.queued(.push)[0], .failedPermanent, code: "UNREGISTERED", dead: true)
        #expect(try scene.queued().map(\.channel) == ["email"])
        try approve(scene, 3)
        // All three came in the same instant, in which the feed knows no order.
        #expect(try scene.scene.feed().filter { $0["reasons"] == ["no_push"] }.count == 1)
    }

    @Test("A mail address that bounced gets no more mail, until it changes or its owner proves it again")
    func bounced() throws {
        let scene = try DeliveryScene()
        func mails(_ order: String) throws -> Int {
            try scene.scene.issue(order: OrderID(order))
            scene.shard.now = scene.shard.now + .seconds(1)
            return try scene.queued(.email).count
        }
        #expect(try mails("o-1") == 1)
        try scene.report(try scene.queued(.email)[0], .failedPermanent, code: "550 5.1.1", dead: true)
        #expect(try mails("o-2") == 0)
        #expect(try scene.scene.feed().first?["channels"]?.array?.map { $0["state"] }.contains("suppressed") == true)
        try scene.shard.receive(ContactVerified(userId: "john", contact: "email", address: "john@example.com"))
        #expect(try mails("o-3") == 1)
        try scene.report(try scene.queued(.email)[0], .failedPermanent, code: "550 5.1.1", dead: true)
        try scene.shard.receive(UserUpdated(userId: "john", name: "John", email: "john@new.example", roles: []))
        #expect(try mails("o-4") == 1)
    }

    @Test("A result told twice, late or of another try changes nothing; an erased person leaves no delivery")
    func stale() throws {
        let scene = try withDevice()
        try approve(scene)
        let first = try #require(try scene.queued().first)
        for _ in 1...2 { try scene.report(first, .failedTransient) }
        try scene.shard.advance(by: .seconds(5))
        try scene.report(first, .accepted)
        #expect(try scene.deliveries().map { "\($0.state) \($0.attempt)" } == ["queued 2"])
        try scene.report(try #require(try scene.queued().first), .failedTransient)
        try scene.shard.receive(UserErased(userId: "john"))
        #expect(try scene.deliveries().isEmpty)
        try scene.report(first, .accepted)
        try scene.shard.advance(by: .minutes(1))
        #expect(try scene.deliveries().isEmpty && scene.shard.deadLetters().isEmpty)
    }

    @Test("The same log gives the same deliveries, and old ones are forgotten")
    func replay() throws {
        let scene = try withDevice()
        try scene.scene.issue()
        try scene.report(try scene.queued(.push)[0], .failedTransient)
        try scene.shard.advance(by: .seconds(30))
        try scene.report(try scene.queued(.email)[0], .failedPermanent, code: "550 5.1.1", dead: true)
        let copy = try ShardHarness(Notifications.self, definition: DeliveryScene.definition(), now: NotificationScene.now)
        for record in scene.shard.log { try copy.deliver(Envelope(record)) }
        #expect(try copy.fingerprint() == scene.shard.fingerprint())
        try scene.shard.advance(by: .days(8))
        try approve(scene)
        #expect(try scene.deliveries().map(\.channel) == ["push"])
    }

    @Test("A message without files has an empty list of them in the development outbox")
    func noFiles() throws {
        let scene = try NotificationScene()
        try scene.issue()
        let messages = try scene.outbox()
        #expect(!messages.isEmpty && messages.allSatisfy { $0["attachments"] == [] })
    }

    @Test("An event's e-mail carries a calendar file where the type says so, in the development outbox too")
    func calendar() throws {
        guard case .object(var settings) = NotificationScene.settings, case .object(var types) = settings["types"] else { return }
        types["ticket-purchased"] = ["cat": "critical", "channels": ["email"], "attach": "ics"]
        settings["types"] = .object(types)
        let scene = try NotificationScene(NotificationScene.definition(settings: .object(settings)))
        try scene.issue()
        let file = try #require(try scene.outbox().first?["attachments"]?.array?.first)
        #expect(file["filename"] == "invite.ics")
        #expect(file["contentType"] == "text/calendar; method=PUBLISH; charset=utf-8")
        let lines = try #require(file["content"]?.string).components("\r\n")
        for line in ["UID:event-e-1@eventpass", "DTSTART:20261126T060000Z", "DTEND:20261126T140000Z", "SUMMARY:Kampala Tech Summit",
            "LOCATION:Serena\\, Kampala", "DTSTAMP:20261121T070000Z"] {
            #expect(lines.contains(line))
        }
    }
}
