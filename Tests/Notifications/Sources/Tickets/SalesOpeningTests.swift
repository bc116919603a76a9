import Contracts
import Kernel
import Messaging
import NotificationsService
import TestKit
import Testing

/// John likes an event whose tickets are sold from Wednesday 12:00 on. It is Monday 10:00.
@Suite("Sales start tomorrow")
struct SalesOpeningTests {
    private let opening = EventPassScene.monday + .days(2) + .hours(2)

    private func event(version: Int = 1, salesStart: Timestamp?) -> TicketEvent {
        let plain = EventPassScene.event(version: version, start: EventPassScene.monday + .days(12))
        return TicketEvent(eventId: plain.eventId, organizerId: plain.organizerId, organizerName: plain.organizerName, title: plain.title,
                           category: plain.category, status: plain.status,
                           startDate: plain.startDate, endDate: plain.endDate, venue: plain.venue, posterUrl: nil, ageRestriction: nil,
                           ticketTypes: [], refundPolicy: plain.refundPolicy,
                           transferable: true, reEntry: false, doorsOpenMinutes: 180, version: version, salesStart: salesStart)
    }
    private func scene() throws -> EventPassScene {
        let scene = try EventPassScene()
        try scene.shard.receive(EventPublished(eventId: "e-1", event: event(salesStart: opening), imported: true))
        for user in ["john", "bob"] { try scene.shard.receive(EventFavorited(eventId: "e-1", userId: User.ID(user), favorite: true)) }
        return scene
    }
    private func announce(_ scene: EventPassScene, at day: Int, _ hour: Int = 0) throws {
        try scene.go(to: day, hour)
        try scene.shard.receive(SalesOpening(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", salesStart: opening))
        try scene.shard.advance(by: .seconds(1))
    }
    private func heard(_ scene: EventPassScene, _ who: Principal = EventPassScene.john) throws -> [JSONValue] {
        try scene.feed(who).filter { $0["type"] == "sales-start-tomorrow" }
    }

    @Test("Told as the day before begins, shown as scheduled, sent in its slot in the evening; the organizer gets none")
    func evening() throws {
        let scene = try scene()
        try announce(scene, at: 2)
        let held = try #require(try heard(scene).first)
        #expect(held["scheduledFor"] == "2026-11-24T14:00:00Z" && held["reasons"] == ["quiet_hours", "slot"])
        #expect(try scene.outbox("push").isEmpty)
        try scene.go(to: 2, 17)
        let sent = try #require(try heard(scene).first)
        #expect(sent["body"] == "Tickets for Tech Summit e-1 are sold from tomorrow at 12:00 PM." && sent["reasons"] == ["ok"])
        #expect(try scene.outbox("push").map { $0["template"] } == ["sales-start-tomorrow"])
        #expect(try heard(scene, EventPassScene.bob).isEmpty && heard(scene, EventPassScene.alice).isEmpty)
    }

    @Test("A clock that jumps over the day ends as one that stops in it: told as the day begins, sent in the evening")
    func jumped() throws {
        let scene = try scene()
        try scene.go(to: 5, 9)
        let opened = SalesOpening(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", salesStart: opening)
        try scene.shard.deliver(Envelope(id: "sales-opening", type: SalesOpening.type, source: "/catalog",
                                         time: EventPassScene.monday + .hours(14), tenant: "eventpass", correlationID: "test",
                                         value: try JSON.encode(opened)))
        try scene.shard.advance(by: .seconds(1))
        let told = try #require(try heard(scene).first)
        #expect(told["createdAt"] == "2026-11-23T21:00:00Z" && told["reasons"] == ["ok"])
        #expect(told["body"] == "Tickets for Tech Summit e-1 are sold from tomorrow at 12:00 PM.")
        #expect(try scene.decisions(of: told["id"]) == ["delay", "send"])
        #expect(try scene.outbox("push").map { $0["template"] } == ["sales-start-tomorrow"])
    }

    @Test("Who comes to like the event on the day before hears of it, too; once, not earlier, not later, and not as its organizer")
    func likedLater() throws {
        let scene = try scene()
        try scene.shard.receive(PushTokenChanged(sessionId: "s-alice", userId: "alice", pushToken: "device-alice"))
        func like(_ users: [User.ID]) throws {
            for user in users { try scene.shard.receive(EventFavorited(eventId: "e-1", userId: user, favorite: true)) }
        }
        #expect(try heard(scene).isEmpty)
        try announce(scene, at: 2)
        try scene.go(to: 2, 11)
        try like(["alice", "john", "bob"])
        #expect(try heard(scene, EventPassScene.alice).map { $0["scheduledFor"] } == ["2026-11-24T14:00:00Z"])
        try scene.go(to: 2, 17)
        for who in [EventPassScene.alice, EventPassScene.john] {
            #expect(try heard(scene, who).map { $0["body"] } == ["Tickets for Tech Summit e-1 are sold from tomorrow at 12:00 PM."])
        }
        #expect(try heard(scene, EventPassScene.bob).isEmpty)
        try scene.go(to: 3, 9)
        try like(["dora"])
        #expect(try heard(scene, EventPassScene.dora).isEmpty)
    }

    @Test("Decided in the evening it is news of the feed only: no slot is left on the day before")
    func night() throws {
        let scene = try scene()
        try announce(scene, at: 2, 21)
        #expect(try heard(scene).map { $0["reasons"] } == [["would_be_too_late", "slot"]])
        try scene.go(to: 3, 18)
        #expect(try scene.outbox("push").allSatisfy { $0["template"] != "sales-start-tomorrow" })
    }

    @Test("A start that is moved, taken back or called off until the evening is not told",
          arguments: ["moved", "taken back", "called off", "unliked"])
    func untrue(what: String) throws {
        let scene = try scene()
        try announce(scene, at: 2)
        let held = try #require(try heard(scene).first)
        func update(_ start: Timestamp?) throws {
            try scene.shard.receive(EventUpdated(eventId: "e-1", event: event(version: 2, salesStart: start), changed: ["ticketTypes"],
                                                 notifyHolders: false))
        }
        switch what {
        case "moved": try update(opening + .days(1))
        case "taken back": try update(nil)
        case "called off":
            try scene.shard.receive(EventCancelled(eventId: "e-1", event: event(version: 2, salesStart: opening), reason: "Rain",
                                                   deleted: false, attendeeCount: 0))
        default: try scene.shard.receive(EventFavorited(eventId: "e-1", userId: "john", favorite: false))
        }
        try scene.shard.advance(by: .seconds(1))
        #expect(try scene.decisions(of: held["id"]) == ["delay", "drop"])
        try scene.go(to: 2, 18)
        #expect(try scene.outbox("push").isEmpty)
    }

    @Test("Another change of the event leaves it waiting")
    func unmoved() throws {
        let scene = try scene()
        try announce(scene, at: 2)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: event(version: 2, salesStart: opening), changed: ["title"],
                                             notifyHolders: false))
        try scene.go(to: 2, 17)
        #expect(try scene.outbox("push").map { $0["template"] } == ["sales-start-tomorrow"])
    }

    @Test("Once per event, whatever else is opened later")
    func once() throws {
        let scene = try scene()
        try announce(scene, at: 2)
        try scene.go(to: 2, 17)
        try scene.shard.receive(EventUpdated(eventId: "e-1", event: event(version: 2, salesStart: opening + .days(7)),
                                             changed: ["ticketTypes"], notifyHolders: false))
        try scene.shard.advance(by: .days(6) + .hours(8))
        try scene.shard.receive(SalesOpening(eventId: "e-1", organizerId: "bob", title: "Tech Summit e-1", salesStart: opening + .days(7)))
        try scene.shard.advance(by: .days(1))
        #expect(try heard(scene).count == 1)
    }
}
