import Contracts
import Kernel
import Messaging
import NotificationsAdministration
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

    @Test("An address that was left empty is not named")
    func emptyAddress() throws {
        let news = try text(EventPassScene.event(address: "Kintu Road"), EventPassScene.event(version: 2, address: ""))
        #expect(news?.hasPrefix("New venue: Serena, Kampala (was Serena, Kampala, Kintu Road).") == true)
    }

    @Test("Where the address stays, too, the new position on the map is named")
    func position() throws {
        let news = try text(EventPassScene.event(latitude: 0.319), EventPassScene.event(version: 2, latitude: 0.3375))
        #expect(news?.hasPrefix("New venue: Serena, Kampala, 0.3375, 0.0 (was Serena, Kampala, 0.319, 0.0).") == true)
    }

    // MARK: - Several updates in one

    private static let start = EventPassScene.monday + .days(5)
    /// The next version of the event: its city, and how many hours later it starts.
    private func update(_ scene: EventPassScene, _ version: Int, _ city: String, later hours: Int = 0, _ changed: [String]) throws {
        let event = EventPassScene.event(version: version, start: Self.start + .hours(hours), city: city)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: event, changed: changed, notifyHolders: true))
        try scene.shard.advance(by: .seconds(1))
    }
    private func scene() throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.issue(["john"])
        return scene
    }
    private func pushes(_ scene: EventPassScene) throws -> [JSONValue] {
        try scene.outbox("push").filter { $0["template"]?.string?.hasPrefix("event-") == true }
    }
    private func reasons(_ scene: EventPassScene) throws -> [JSONValue?] {
        try scene.shard.ask(DecisionRecords.self, ["recipientId": "john"], as: EventPassScene.dora).json["data"]?.array?
            .map { $0["reasons"] } ?? []
    }

    @Test("Updates that are told together name the venue before the first and after the last of them")
    func together() throws {
        let scene = try scene()
        try update(scene, 2, "Jinja", ["venue"])
        try update(scene, 3, "Gulu", ["venue"])
        try update(scene, 4, "Gulu", later: 1, ["startDate", "endDate"])
        #expect(try pushes(scene).count == 3)
        try update(scene, 5, "Arua", later: 1, ["venue"])
        try update(scene, 6, "Mbale", later: 1, ["venue"])
        try update(scene, 7, "Mbale", later: 2, ["startDate", "endDate"])
        try scene.shard.advance(by: .days(1))
        #expect(try pushes(scene).count == 4)
        let last = try #require(try pushes(scene).first { $0["template"] == "event-updated" })
        #expect(last["text"]?.string?.contains("Serena, Mbale (was Serena, Gulu)") == true)
    }

    @Test("An end that moves with the venue is named, also if the start stays")
    func endAndVenue() throws {
        let scene = try scene()
        let event = EventPassScene.event(version: 2, city: "Jinja", hours: 6)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: event, changed: ["endDate", "venue"], notifyHolders: true))
        try scene.shard.advance(by: .seconds(1))
        let body = try scene.feed().first { $0["type"] == "event-updated" }?["body"]?.string
        #expect(body?.contains("10:00 AM to Sat 28 Nov at 4:00 PM, Serena, Jinja (was Serena, Kampala)") == true, "\(body ?? "")")
    }

    @Test("A venue that moved and moved back is not told, whether its updates were held or gathered", arguments: [false, true])
    func backAgain(isGathered: Bool) throws {
        let scene = try scene()
        if isGathered {
            try update(scene, 2, "Jinja", ["venue"])
            try update(scene, 3, "Gulu", ["venue"])
        } else {
            try scene.go(to: 2, 23)
        }
        let (told, city) = (try pushes(scene).count, isGathered ? "Gulu" : "Kampala")
        try update(scene, 4, "Mbale", ["venue"])
        try update(scene, 5, city, ["venue"])
        try scene.go(to: 3, 10)
        #expect(try pushes(scene).count == told)
        #expect(try reasons(scene).contains(["resolved"]))
    }

    @Test("If the venue is again what it was but the time is not, the time alone is told")
    func onlyTime() throws {
        let scene = try scene()
        try scene.go(to: 2, 23)
        try update(scene, 2, "Jinja", ["venue"])
        try update(scene, 3, "Kampala", later: 1, ["venue", "startDate", "endDate"])
        try scene.go(to: 3, 10)
        #expect(try pushes(scene).map { $0["template"] } == ["event-time-changed"])
    }
}
