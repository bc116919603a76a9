import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsEngine
import NotificationsFeed
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("The engine")
struct EngineTests {
    @Test("New events of followed organizers are one message the next morning; a cancelled one falls out, and an empty digest is none")
    func digest() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(OrganizerFollowed(organizerId: "bob", userId: "john", following: true))
        for number in 1...3 {
            try scene.shard.receive(EventPublished(eventId: EventID("e-\(number)"), event: EventPassScene.event(EventID("e-\(number)"))))
            try scene.shard.advance(by: .seconds(1))
        }
        #expect(try scene.feed().compactMap { $0["channels"]?.array?.first { $0["channel"] == "push" }?["state"] }
            == ["batched", "batched", "batched"])
        try scene.shard.receive(EventCancelled(eventId: "e-2", event: EventPassScene.event("e-2"), reason: "rain", deleted: false,
                                               attendeeCount: 0))
        try scene.go(to: 2, 10, 1)
        let digest = try #require(try scene.feed().first { $0["type"] == "new-events-digest" })
        #expect(digest["body"] == "2 new events: Tech Summit e-1, Tech Summit e-3.")
        // The entries wait no more: two went with the digest, the cancelled one did not.
        let entries = try scene.feed().filter { $0["type"] == "new-event-from-followed" }
        #expect(entries.compactMap { $0["channels"]?.array?.first { $0["channel"] == "push" }?["state"]?.string }.sorted()
            == ["sent", "sent", "suppressed"])
        #expect(entries.allSatisfy { $0["scheduledFor"] == nil })
        // The organizer's own device hears how the events go.
        #expect(try scene.outbox("push").filter { $0["to"] == "device-john" }.map { $0["template"] } == ["new-events-digest"])
    }

    @Test("Holders hear what changed and what it was; the organizer does not; too many changes come as one with the latest values")
    func updates() throws {
        let scene = try EventPassScene()
        try scene.issue(["john", "bob"])
        func move(_ version: Int, _ city: String) throws {
            try scene.shard.receive(EventUpdated(eventId: "e-1", event: EventPassScene.event(version: version, city: city),
                                                   changed: ["venue"], notifyHolders: true, refundUntil: Timestamp("2026-11-26T07:00:00Z")))
            try scene.shard.advance(by: .seconds(1))
        }
        try move(2, "Jinja")
        // Bought in the same instant: the purchase may stand above it.
        let update = try #require(try scene.feed().first { $0["type"] == "event-venue-changed" })
        #expect(update["body"] == """
            New venue: Serena, Jinja (was Serena, Kampala). Sat 28 Nov at 10:00 AM. You may give your tickets back until Thu 26 Nov at \
            10:00 AM.
            """)
        #expect(try scene.feed(EventPassScene.bob).allSatisfy { $0["type"] != "event-venue-changed" })
        try scene.shard.advance(by: .hours(1))
        try move(3, "Gulu")
        for (version, city) in [(4, "Arua"), (5, "Mbale")] { try move(version, city) }
        #expect(try scene.outbox("push").filter { $0["template"] == "event-venue-changed" }.count == 2)
        try scene.shard.advance(by: .days(1))
        let pushes = try scene.outbox("push").filter { $0["template"] == "event-venue-changed" }
        #expect(pushes.count == 3)
        #expect(pushes.first?["text"]?.string?.contains("Serena, Mbale") == true)
    }

    @Test("A message to a stadium lets everything else pass between its slices, however many are open")
    func lanes() throws {
        let scene = try EventPassScene()
        let people = (0..<1200).map { User.ID("u-\(10_000 + $0)") }
        try scene.issue(people, order: "o-all")
        for version in 2...4 {
            try scene.shard.receive(EventUpdated(eventId: "e-1", event: EventPassScene.event(version: version, city: "C\(version)"),
                                                 changed: ["venue"], notifyHolders: true))
        }
        #expect(try scene.shard.timers().filter { $0 == "announcements" }.count == 1)
        try scene.shard.markSeen()
        try scene.issue(["john"], order: "o-1", event: EventPassScene.event("e-9"))
        #expect(try scene.shard.published(NotificationDecided.self).map(\.kind) == ["ticket-purchased"])
        try scene.shard.markSeen()
        try scene.shard.receive(ContinueAnnouncement())
        #expect(try scene.shard.published(NotificationDecided.self).count == ContinueAnnouncement.sliceMax)
        try scene.shard.receive(EventCancelled(eventId: "e-9", event: EventPassScene.event("e-9"), reason: "rain", deleted: false,
                                               attendeeCount: 1))
        try scene.shard.markSeen()
        // The critical one goes before what is left of the others.
        try scene.shard.receive(ContinueAnnouncement())
        #expect(try scene.shard.published(NotificationDecided.self).map(\.kind) == ["event-cancelled"])
    }

    @Test("Two of twenty leaving a category open an alert and halve its caps until it is closed")
    func alert() throws {
        let scene = try EventPassScene()
        let people = (0..<20).map { Principal.user("p-\(10 + $0)", roles: ["attendee"]) }
        for person in people {
            try scene.register(person.userID.rawValue, roles: ["attendee"])
            try scene.shard.receive(
                PushTokenChanged(sessionId: "s-\(person.userID)", userId: person.userID, pushToken: "d-\(person.userID)"))
        }
        for person in people { #expect(try scene.attempt("tickets-low", person, relations: ["favorited"])["decision"] == "send") }
        let off: [String: JSONValue] = ["categories": ["engagement": ["push": false, "email": false, "sms": false]]]
        #expect(try scene.shard.send(SetPreferences(document: off), as: people[0])?.status == 200)
        #expect(try scene.shard.published(OptOutAlertOpened.self).isEmpty)
        #expect(try scene.shard.send(SetPreferences(document: off), as: people[1])?.status == 200)
        #expect(try scene.shard.published(OptOutAlertOpened.self).map(\.category) == ["engagement"])
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.attempt("tickets-low", people[2], subject: "e2", relations: ["favorited"])["decision"] == "send")
        try scene.shard.advance(by: .hours(1))
        #expect(try scene.attempt("tickets-low", people[2], subject: "e3", relations: ["favorited"])["reasons"] == ["daily_cap_engagement"])
        #expect(try scene.shard.ask(OptOutAlertList.self, [:], as: EventPassScene.dora).json["data"]?.array?.count == 1)
        #expect(try scene.shard.send(CloseOptOutAlert(category: "engagement"), as: EventPassScene.john)?.status == 403)
        #expect(try scene.shard.send(CloseOptOutAlert(category: "engagement"), as: EventPassScene.dora)?.status == 204)
        #expect(try scene.shard.ask(OptOutAlertList.self, [:], as: EventPassScene.dora).json["data"] == [])
        #expect(try scene.attempt("tickets-low", people[2], subject: "e4", relations: ["favorited"])["decision"] == "send")
        let row = try scene.shard.ask(NotificationMetrics.self, ["by": "category"], as: EventPassScene.dora).json["rows"]?.array?.first {
            $0["key"] == "engagement"
        }
        #expect(row?["optOuts"] == 2 && row?["recipients"] == 20)
    }

    @Test("What waits is decided by the policy of its day: another version releases it")
    func newPolicy() throws {
        let scene = try EventPassScene()
        try scene.go(to: 2, 23)
        #expect(try scene.attempt("tickets-low", relations: ["favorited"])["decision"] == "delay")
        let loud = try EventPassScene.definition { settings in
            guard case .object(var members) = settings else { return }
            (members["version"], members["quietHours"]) = (2, nil)
            settings = .object(members)
        }
        try scene.shard.receive(ApplyTenant(loud))
        #expect(try scene.attempt("tickets-low", EventPassScene.alice, relations: ["favorited"])["policyVersion"] == 2)
        try scene.shard.receive(SessionStarted(sessionId: "s", userId: "john", method: "password"))
        try scene.issue(["alice"], order: "o-2")
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.outbox("push").map { $0["template"] } == ["tickets-low"])
    }

    @Test("An erased person gets nothing that waited, and no word of it is kept")
    func erased() throws {
        let scene = try EventPassScene()
        try scene.go(to: 2, 23)
        let held = try scene.attempt("tickets-low", relations: ["favorited"])
        try scene.shard.receive(UserErased(userId: "john"))
        try scene.shard.advance(by: .days(1))
        #expect(try scene.outbox().isEmpty)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "john"], as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(records.first { $0["notificationId"] == held["notificationId"] }?["reasons"] == ["no_recipient"])
        #expect(try scene.attempt("tickets-low", relations: ["favorited"])["reasons"] == ["no_recipient"])
    }

    @Test("A campaign goes to everybody by the rules; called off, what waits of it is dropped")
    func campaign() throws {
        let scene = try EventPassScene()
        #expect(try scene.shard.send(SetPreferences(document: ["categories": ["marketing": ["push": true]]]),
                                     as: EventPassScene.john)?.status == 200)
        // The welcome of weeks ago; a banner adds nothing to it.
        let unread = try #require(try scene.shard.ask(UnreadCount.self, [:], as: EventPassScene.john).json["count"])
        let offer: JSONValue = ["endsAt": "2026-12-31T20:00:00Z"]
        let missing = try scene.shard.send(StartMessageCampaign(kind: "promotion", title: ["fr": "A"], body: [:]), as: EventPassScene.dora)
        #expect(missing?.status == 422 && missing?.json["errors"]?["title.en"] != nil)
        let unending = StartMessageCampaign(kind: "promotion", title: ["en": "A"], body: ["en": "B"], offer: ["code": "TEN"])
        let endless = try scene.shard.send(unending, as: EventPassScene.dora)
        #expect(endless?.status == 422 && endless?.json["errors"]?["offer.endsAt"] != nil)
        let started = try scene.shard.send(
            StartMessageCampaign(kind: "promotion", title: ["en": "Ten percent"], body: ["en": "Ten percent off until New Year."],
                                 offer: offer), as: EventPassScene.dora)
        #expect(started?.status == 201 && started?.json["recipients"] == 4)
        try scene.shard.advance(by: .seconds(1))
        let id = try #require(started?.json["id"])
        let counts = try scene.shard.ask(MessageCampaignDetails.self, ["campaignId": id], as: EventPassScene.dora).json["counts"]
        #expect(counts == ["delay": 1, "feed_only": 3])
        #expect(try scene.feed().first?["title"] == "Ten percent" && scene.feed().first?["presentation"] == "banner")
        #expect(try scene.shard.ask(UnreadCount.self, [:], as: EventPassScene.john).json["count"] == unread)
        #expect(try scene.shard.send(CancelMessageCampaign(campaignId: id.string ?? ""), as: EventPassScene.dora)?.status == 204)
        try scene.shard.advance(by: .days(7))
        #expect(try scene.outbox("push").isEmpty)
    }

    @Test("A campaign that offers nothing interrupts nobody: it is shown in the feed")
    func contentlessCampaign() throws {
        let scene = try EventPassScene()
        #expect(try scene.shard.send(SetPreferences(document: ["categories": ["marketing": ["push": true]]]),
                                     as: EventPassScene.john)?.status == 200)
        let bare = StartMessageCampaign(kind: "promotion", title: ["en": "Check out events"], body: ["en": "There are many."])
        let started = try scene.shard.send(bare, as: EventPassScene.dora)
        #expect(started?.status == 201, "\(started?.json ?? .null)")
        try scene.shard.advance(by: .seconds(1))
        let item = try #require(try scene.feed().first)
        #expect(item["title"] == "Check out events" && item["reasons"] == ["no_context"])
        #expect(try scene.outbox("push").isEmpty)
    }

    @Test("Receipts count once, opening reads, and numbers show it")
    func receipts() throws {
        let scene = try EventPassScene()
        let sent = try scene.attempt("tickets-low", relations: ["favorited"])
        let id = sent["notificationId"]?.string ?? ""
        let now = scene.shard.now
        for _ in 1...2 {
            let receipts = [TakeReceipts.Receipt(id: id, event: .delivered, at: now), .init(id: id, event: .opened, at: now),
                            .init(id: "nobody", event: .opened, at: now)]
            #expect(try scene.shard.send(TakeReceipts(receipts: receipts), as: EventPassScene.john)?.status == 204)
        }
        #expect(try scene.feed().first?["read"] == true)
        #expect(try scene.shard.published(NotificationOpened.self).count == 1)
        #expect(try scene.shard.send(GiveFeedback(notificationId: id, kind: "too_many"), as: EventPassScene.john)?.status == 204)
        let metrics = try scene.shard.ask(NotificationMetrics.self, ["by": "type", "to": .string((now + .hours(1)).description)],
                                          as: EventPassScene.dora).json
        let row = metrics["rows"]?.array?.first { $0["key"] == "tickets-low" }
        #expect(row?["opened"] == 1 && row?["delivered"] == 1 && row?["openRate"] == 1)
        #expect(metrics["eventTriggeredShare"] == 1 && metrics["complaintRate"] == 1)
    }

    @Test("A held message is in the feed at once if something that happened triggers it, also if its type names no trigger")
    func heldNews() throws {
        let scene = try EventPassScene()
        try scene.go(to: 2, 23)
        try scene.shard.receive(WithdrawalSettled(withdrawalId: "w-1", userId: "bob", amount: 5000, currency: .ugx))
        let item = try #require(try scene.feed(EventPassScene.bob).first { $0["type"] == "payout-settled" })
        #expect(item["scheduledFor"] == "2026-11-25T04:00:00Z" && item["reasons"] == ["quiet_hours"])
        #expect(try scene.outbox("push").isEmpty)
        try scene.shard.advance(by: .hours(9))
        #expect(try scene.outbox("push").map { $0["template"] } == ["payout-settled"])
        let metrics = try scene.shard.ask(NotificationMetrics.self, ["by": "type"], as: EventPassScene.dora).json
        #expect(metrics["eventTriggeredShare"] == 1)
    }

    @Test("Who removes a held message from the feed does not get it")
    func removed() throws {
        let scene = try EventPassScene()
        try scene.go(to: 2, 23)
        let held = try scene.attempt("tickets-low", relations: ["favorited"])
        let id = held["notificationId"]?.string ?? ""
        #expect(try scene.shard.send(DeleteNotification(notificationId: id), as: EventPassScene.john)?.status == 204)
        try scene.shard.advance(by: .days(1))
        #expect(try scene.outbox("push").isEmpty)
        #expect(try scene.feed().isEmpty)
    }

    @Test("Somebody without account gets a mail, and a text message shortly before the start in the daytime")
    func contact() throws {
        let definition = TenantDefinition(tenant: "eventpass", name: "Studio", currency: .ugx, timezone: "Africa/Kampala",
                                          languages: ["en"], sandbox: true, plugins: ["notifications": ["in-app", "push", "email", "sms"]],
                                          settings: ["notifications": try SpecPolicies.settings("lucidda").with("templates", [
                                              "appointment-reminder": [
                                                  "en": ["title": "Your appointment", "body": "{appointment.start|when}"]],
                                          ])])
        let scene = try EventPassScene(definition)
        func remind(_ hours: Int, _ key: String) throws {
            let start = scene.shard.now + .hours(hours)
            try scene.shard.receive(
                SendToContact(to: .init(email: "ana@example.com", phone: "+5491155555555"), template: "appointment-reminder",
                              params: ["appointment": ["start": .string(start.description)]], dedupKey: key))
        }
        try remind(24, "a")
        #expect(try scene.outbox().map { $0["channel"] } == ["email"])
        try scene.go(to: 1, 15)
        try remind(1, "b")
        try remind(1, "b")
        #expect(try scene.outbox("sms").count == 1 && scene.outbox("email").count == 2)
    }

    @Test("One jump of the clock or many: the same decisions at the same times")
    func jumps() throws {
        func run(_ steps: Int) throws -> [String] {
            let scene = try EventPassScene()
            try scene.shard.receive(OrganizerFollowed(organizerId: "bob", userId: "john", following: true))
            try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: true))
            try scene.issue(["alice"])
            try scene.go(to: 1, 22, 30)
            for number in 1...4 { try scene.attempt("friend-attending", subject: "f\(number)", relations: ["friend"]) }
            try scene.shard.receive(EventPublished(eventId: "e-2", event: EventPassScene.event("e-2")))
            for _ in 0..<steps { try scene.shard.advance(by: .seconds(3 * 86_400 / steps)) }
            let records = try scene.shard.ask(DecisionRecords.self, ["perPage": 100], as: EventPassScene.dora).json["data"]?.array ?? []
            let lines = records.map { record -> String in
                let words = ["at", "type", "decision", "until"].map { record[$0]?.string ?? "" }
                let reasons = record["reasons"]?.array?.compactMap(\.string) ?? []
                return (words + reasons).joined(separator: " ")
            }
            return lines.sorted()
        }
        let once = try run(1)
        #expect(once.count > 10)
        #expect(try run(24) == once)
    }
}

extension JSONValue {
    func with(_ key: String, _ value: JSONValue) -> JSONValue {
        var members = object ?? [:]
        members[key] = value
        return .object(members)
    }
}
