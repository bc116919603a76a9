import Contracts
import Kernel
import Messaging
import NotificationsService
import ServiceKit
import TestKit
import Testing

@Suite("What holders read of a new venue")
struct VenueNewsTests {
    /// The text after a venue changed from one to the other.
    private func text(_ before: TicketEvent, _ after: TicketEvent) throws -> String? {
        let scene = try EventPassScene()
        try scene.issue(["john"], event: before)
        try scene.shard.receive(EventPublished(eventId: before.eventId, event: before))
        try scene.shard.receive(EventUpdated(eventId: after.eventId, event: after, changed: ["venue"], notifyHolders: true))
        try scene.shard.advance(by: .seconds(1))
        return try scene.feed().first { $0["type"] == "event-venue-changed" }?["body"]?.string
    }

    @Test("Another hall or city is named without details")
    func place() throws {
        let news = try text(EventPassScene.event(address: "Kintu Road"),
                            EventPassScene.event(version: 2, city: "Jinja", address: "Main Street"))
        #expect(news?.hasPrefix("New venue: Serena, Jinja (was Serena, Kampala).") == true)
    }

    @Test("Where name and city stay, the new address is named")
    func address() throws {
        let news = try text(EventPassScene.event(address: "Kintu Road"), EventPassScene.event(version: 2, address: "Nile Avenue"))
        #expect(news?.hasPrefix("New venue: Serena, Kampala, Nile Avenue (was Serena, Kampala, Kintu Road).") == true)
    }

    @Test("Where the address stays, too, the new position on the map is named")
    func position() throws {
        let news = try text(EventPassScene.event(latitude: 0.319), EventPassScene.event(version: 2, latitude: 0.3375))
        #expect(news?.hasPrefix("New venue: Serena, Kampala, 0.3375, 0.0 (was Serena, Kampala, 0.319, 0.0).") == true)
    }
}
