import Contracts
import Kernel
import Messaging
import NotificationsAdministration
import NotificationsService
import Testing
import TestKit

@Suite("One candidate through the real pipeline")
struct TryNotificationTests {
    private static func file(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        let sound: [String: JSONValue] = ["filename": "list.txt", "contentType": "text/plain", "content": "Bring your ticket."]
        return .object(sound.merging(changes) { _, new in new })
    }
    private func attempt(_ scene: EventPassScene, attachments: JSONValue) throws -> Reply {
        let facts: [String: JSONValue] = [
            "refund": ["id": "r-1"], "event": ["title": "Tech Summit"], "order": ["id": "o-1", "number": "EP-1"],
            "amount": ["amount": 100_000, "currency": "UGX"], "attachments": attachments,
        ]
        let body = TryNotification(kind: "refund-processed", recipientId: "john", about: "o-1", facts: facts)
        return try #require(try scene.shard.send(body, as: EventPassScene.dora))
    }

    @Test("Attachments of a wrong form are refused, and every wrong field is named", arguments: [
        ("list.txt", [""]), (.null, [""]), (["list.txt", file()], [".0"]), ([file(), [:]], [".1.content", ".1.contentType", ".1.filename"]),
        ([file(["filename": 7, "content": ["a"]])], [".0.content", ".0.filename"]),
        ([file(["contentType": "image/png", "content": "no base64!"])], [".0.content"]),
    ] as [(JSONValue, [String])])
    func wrongForm(attachments: JSONValue, fields: [String]) throws {
        let scene = try EventPassScene()
        let reply = try attempt(scene, attachments: attachments)
        #expect(reply.status == 422)
        #expect((reply.json["errors"]?.object ?? [:]).keys.sorted() == fields.map { "facts.attachments" + $0 })
        #expect(try scene.feed().isEmpty && scene.shard.deadLetters().isEmpty)
    }

    @Test("Attachments go with the e-mail: text as it is, others as base64")
    func attached() throws {
        let scene = try EventPassScene()
        let files: JSONValue = [Self.file(), Self.file(["contentType": "image/png", "content": "iVBORw0K\nGgo="])]
        #expect(try attempt(scene, attachments: files).status == 201)
        #expect(try scene.outbox("email").first?["attachments"] == files)
    }

    @Test("A reason that the facts do not fill gives way to the sentence about what ties the recipient to it")
    func reason() throws {
        let scene = try NotificationScene()
        let facts: [String: JSONValue] = ["relations": ["ticket_holder"], "event": ["title": "Tech"]]
        let body = TryNotification(kind: "event-reminder", about: "e-1", facts: facts)
        #expect(try scene.shard.send(body, as: NotificationScene.john)?.status == 201)
        #expect(try scene.feed().first?["why"]?.string?.hasPrefix("You have a ticket for Tech.") == true)
    }

    @Test("The one message about many changes keeps the facts that were given, also about an event that is known")
    func gathered() throws {
        let scene = try EventPassScene()
        try scene.shard.receive(EventPublished(eventId: "e-1", event: EventPassScene.event(), imported: true))
        // John has no ticket; the given facts say that he does.
        for (hour, decision) in [(9, "send"), (11, "send"), (15, "digest"), (16, "digest")] {
            try scene.go(to: 3, hour)
            let record = try scene.attempt("event-venue-changed", subject: "e-1", relations: ["ticket_holder"],
                                           facts: ["changed": ["venue"], "venue": ["after": .string("Hall \(hour)"), "before": "Serena"]])
            #expect(record["decision"]?.string == decision)
        }
        try scene.go(to: 4, 9, 1)
        let pushes = try scene.outbox("push").filter { $0["template"] == "event-venue-changed" }
        #expect(pushes.count == 3 && pushes.first?["text"]?.string?.contains("New venue: Hall 16 (was Serena).") == true)
    }

    @Test("An app that numbers its accounts names them by their numbers, as one recipient or among those of a campaign")
    func numberedAccounts() throws {
        let scene = try EventPassScene()
        try scene.register("5", roles: ["attendee"])
        let one = try scene.shard.send(raw: #"{"type":"refund-processed","recipientId":5}"#, type: TryNotification.type,
                                       as: EventPassScene.dora)
        #expect(one?.status == 201 && one?.json["recipientId"] == 5 && one?.json["decision"] == "email_instead")
        #expect(try scene.attempt("refund-processed")["recipientId"] == "john")
        let many = #"{"type":"promotion","title":{"en":"A"},"body":{"en":"B"},"audience":{"userIds":[5,"john"]}}"#
        let campaign = try scene.shard.send(raw: many, type: StartMessageCampaign.type, as: EventPassScene.dora)
        #expect(campaign?.status == 201 && campaign?.json["recipients"] == 2)
        let records = try scene.shard.ask(DecisionRecords.self, ["recipientId": "5"], as: EventPassScene.dora).json["data"]?.array ?? []
        #expect(!records.isEmpty && records.allSatisfy { $0["recipientId"] == 5 })
    }
}
