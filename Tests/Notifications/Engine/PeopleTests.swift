import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsAdministration
import NotificationsFeed
import NotificationsPreferences
import NotificationsService
import Testing
import TestKit

@Suite("What is known of people")
struct PeopleTests {
    /// Evaluations of a type for somebody, oldest first.
    private func records(_ scene: EventPassScene, _ type: String, of user: String) throws -> [JSONValue] {
        try scene.shard.ask(DecisionRecords.self, ["recipientId": .string(user), "type": .string(type)], as: EventPassScene.dora)
            .json["data"]?.array?.reversed() ?? []
    }

    @Test("Days after registration and after the last visit are days of the person's calendar, of 25 hours when clocks go back")
    func days() throws {
        let scene = try EventPassScene(now: #require(Timestamp("2026-10-24T10:00:00Z")))
        var madrid = UserRegistered(userId: "ana", name: "Ana", email: "ana@example.com", roles: ["attendee"])
        madrid.timezone = "Europe/Madrid"
        try scene.shard.receive(madrid)
        try scene.register("kato", roles: ["attendee"])
        try scene.shard.advance(by: .days(2))
        #expect(try records(scene, "getting-started", of: "ana").first?["at"] == "2026-10-25T11:00:00Z")
        #expect(try records(scene, "getting-started", of: "kato").first?["at"] == "2026-10-25T10:00:00Z")
        // Thirty days after, by the same clocks.
        try scene.shard.advance(by: .days(28) - .minutes(1))
        #expect(try !away(scene).contains("ana") && !away(scene).contains("kato"))
        try scene.shard.advance(by: .minutes(31))
        #expect(try away(scene).contains("kato") && !away(scene).contains("ana"))
        try scene.shard.advance(by: .hours(1))
        #expect(try away(scene).contains("ana"))
    }
    /// Whom something is looked for because they were away.
    private func away(_ scene: EventPassScene) throws -> Set<String> {
        Set(try scene.shard.published(SuggestEvents.self).filter { $0.choice == .personalOrPopular }.flatMap { $0.userIds.map(\.rawValue) })
    }

    @Test("The welcome promises of favorites what they bring: reminders and word of the last tickets, but no word of changes")
    func welcome() throws {
        let scene = try EventPassScene()
        let kato = Principal.user("kato", roles: ["attendee"])
        try scene.register("kato", roles: ["attendee"])
        try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "kato", favorite: true))
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: EventPassScene.event(version: 2, city: "Jinja"), changed: ["venue"],
                                             notifyHolders: true))
        try scene.shard.advance(by: .days(2))
        let feed = try scene.shard.ask(NotificationsOfUser.self, [:], as: kato).json["data"]?.array ?? []
        #expect(feed.map { $0["type"] } == ["getting-started"])
        #expect(feed.first?["body"] == "Mark events as favorites: we remind you before they start and tell you when tickets run low.")
    }

    @Test("Text messages go to numbers that were proved, also where an account has nothing else")
    func provedNumbers() throws {
        let scene = try EventPassScene()
        let (proved, claimed) = (Principal.user("paul", roles: ["attendee"]), Principal.user("petra", roles: ["attendee"]))
        for (person, phone) in [(proved, "+256700123401"), (claimed, "+256700123402")] {
            var registered = UserRegistered(userId: person.userID, name: "P", phone: phone, roles: ["attendee"])
            if person.userID == proved.userID { registered.verified = ["phone"] }
            try scene.shard.receive(registered)
            let on: [String: JSONValue] = ["categories": ["critical": ["sms": true]]]
            #expect(try scene.shard.send(SetPreferences(document: on), as: person)?.status == 200)
        }
        let first = try scene.attempt("payment-failed", proved, relations: ["buyer"])
        #expect(first["decision"] == "send" && first["channels"] == ["sms"])
        let second = try scene.attempt("payment-failed", claimed, relations: ["buyer"])
        #expect(second["decision"] == "feed_only" && second["reasons"] == ["no_channel"])
        try scene.shard.receive(ContactVerified(userId: claimed.userID, contact: "phone", address: "+256700123402"))
        #expect(try scene.attempt("payment-failed", claimed, subject: "e2", relations: ["buyer"])["channels"] == ["sms"])
        #expect(try scene.outbox("sms").count == 2)
    }

    @Test("A number that somebody had proved before must be proved again when they come back to it")
    func changedNumbers() throws {
        let scene = try EventPassScene()
        let paul = Principal.user("paul", roles: ["attendee"])
        let (first, second) = ("+256700123401", "+256700123402")
        var registered = UserRegistered(userId: paul.userID, name: "P", phone: first, roles: ["attendee"])
        registered.verified = ["phone"]
        try scene.shard.receive(registered)
        let on: [String: JSONValue] = ["categories": ["critical": ["sms": true]]]
        #expect(try scene.shard.send(SetPreferences(document: on), as: paul)?.status == 200)
        func change(_ phone: String, name: String = "P") throws {
            try scene.shard.receive(UserUpdated(userId: paul.userID, name: name, phone: phone, roles: ["attendee"]))
        }
        try change(first, name: "Paul")
        #expect(try scene.attempt("payment-failed", paul, subject: "e1", relations: ["buyer"])["channels"] == ["sms"])
        for phone in [second, first] { try change(phone) }
        #expect(try scene.attempt("payment-failed", paul, subject: "e2", relations: ["buyer"])["reasons"] == ["no_channel"])
        try scene.shard.receive(ContactVerified(userId: paul.userID, contact: "phone", address: first))
        #expect(try scene.attempt("payment-failed", paul, subject: "e3", relations: ["buyer"])["channels"] == ["sms"])
    }

    @Test("A full cap says how many it lets through, today or this week, and half of that while too many people leave")
    func fullCaps() throws {
        func sentence(_ code: String, _ locale: String = "en", openAlerts: Set<String> = []) throws -> String? {
            var policy = try SpecPolicies.policy("eventpass")
            policy.languages = ["en", "fr", "ar", "es"]
            return Why(locale: locale, zone: try TimeZoneRules.named("UTC"), policy: policy, openAlerts: openAlerts)
                .sentence(Decision(.feedOnly, [code]), at: EventPassScene.monday)
        }
        #expect(try sentence("daily_cap_engagement") == "In your feed only: you already had 3 of these today.")
        #expect(try sentence("weekly_cap_engagement") == "In your feed only: you already had 12 of these this week.")
        #expect(try sentence("daily_cap_engagement", openAlerts: ["engagement"]) == "In your feed only: you already had 2 of these today.")
        #expect(try sentence("daily_cap_engagement", "es") == "Solo en tu bandeja: ya recibiste 3 hoy.")
        #expect(try sentence("daily_cap_engagement", "fr")?.contains("reçu 3 aujourd’hui") == true)
        #expect(try sentence("weekly_cap_engagement", "ar")?.contains("12") == true)
        // A cap that the file no longer has.
        #expect(try sentence("daily_cap_critical") == "In your feed only: you already had enough of these today.")
    }

    @Test("Records of decisions say why in the language of their recipient")
    func language() throws {
        let scene = try MemberScene()
        let first = TryNotification(kind: "new_shop", recipientId: "nadia", facts: ["relations": ["same_neighbourhood"], "shopId": 1])
        let second = TryNotification(kind: "new_shop", recipientId: "nadia", facts: ["relations": ["same_neighbourhood"], "shopId": 2])
        #expect(try scene.shard.send(first, as: MemberScene.admin)?.json["decision"] == "send")
        let why: JSONValue = "في صندوقك فقط: لقد تلقيت 1 منها اليوم."
        #expect(try scene.shard.send(second, as: MemberScene.admin)?.json["why"] == why)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "nadia", "decision": "feed_only"], as: MemberScene.admin)
        #expect(records.json["data"]?.array?.map { $0["why"] } == [why])
    }
}
