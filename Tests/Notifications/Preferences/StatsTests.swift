import Contracts
import Kernel
import Messaging
import NotificationPolicy
import NotificationsPreferences
import NotificationsService
import ServiceKit
import Testing
import TestKit

@Suite("What somebody received this week")
struct StatsTests {
    @Test("Every decision of the week is counted in its category, and the sentence says how many were sent")
    func week() throws {
        let scene = try EventPassScene()
        func stats() throws -> JSONValue { try scene.shard.ask(NotificationStats.self, as: EventPassScene.john).json }
        func decisions(_ stats: JSONValue) -> Int {
            (stats["categories"]?.array ?? []).flatMap { line in
                ["sent", "emailed", "feedOnly", "batched"].compactMap { line[$0]?.int }
            }.reduce(0, +)
        }
        let before = try stats()
        let event = NotificationScene.event()
        try scene.shard.receive(TicketsIssued(orderId: "o-1", eventId: event.eventId, userId: "john", event: event, tickets: [
            IssuedTicket(ticketId: "t-1", ticketTypeId: "tt", holderId: "john", serial: "S"),
        ]))
        let after = try stats()
        #expect(decisions(after) == decisions(before) + 1)
        let sent = try #require(after["total"]?.int)
        #expect(sent == (after["categories"]?.array ?? []).reduce(0) { $0 + ($1["sent"]?.int ?? 0) })
        #expect(after["sentence"] == .string("You received \(sent) \(sent == 1 ? "notification" : "notifications") this week"))
    }

    @Test("A week begins on Monday, in peez and sofra on Sunday",
          arguments: [("eventpass", 1), ("lucidda", 1), ("autofill", 1), ("peez", 7), ("sofra", 7)])
    func firstDay(_ tenant: String, weekday: Int) throws {
        let file = try YAMLFile(path: SpecPolicies.root + "/deploy/tenants/\(tenant).yml").root.json
        let settings = try #require(file["settings"]?["notifications"])
        let read = NotificationPolicy.read(settings, zone: "UTC", languages: ["en"], vocabulary: Notifications.installed.vocabulary)
        #expect(read.policy.weekStart == weekday)
    }
}
