import Contracts
import Kernel
import Messaging
import NotificationsAdministration
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
}
