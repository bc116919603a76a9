import Contracts
import Kernel
import Messaging
import NotificationsService
import ServiceKit
import TestKit
import Testing

@Suite("What is told of events that are deleted afterwards")
struct DeletedEventTests {
    private func tell(_ scene: EventPassScene, status: String, version: Int, deleted: Bool) throws {
        let known = EventPassScene.event(version: version)
        let event = TicketEvent(
            eventId: known.eventId, organizerId: known.organizerId, organizerName: known.organizerName, title: known.title,
            category: known.category, status: status, startDate: known.startDate, endDate: known.endDate, venue: known.venue,
            posterUrl: nil, ageRestriction: nil, ticketTypes: known.ticketTypes, refundPolicy: known.refundPolicy,
            transferable: known.transferable, reEntry: known.reEntry, doorsOpenMinutes: known.doorsOpenMinutes, version: version)
        try scene.shard.receive(EventCancelled(eventId: event.eventId, event: event, reason: "Rain", deleted: deleted, attendeeCount: 0))
        try scene.shard.advance(by: .seconds(1))
    }
    private func told(_ scene: EventPassScene) throws -> Int { try scene.feed().filter { $0["type"] == "event-cancelled" }.count }

    @Test("Nobody hears that an event they attended was cancelled, because its organizer deleted it")
    func completed() throws {
        let scene = try EventPassScene()
        try scene.issue(["john"])
        try tell(scene, status: "completed", version: 2, deleted: true)
        #expect(try told(scene) == 0)
    }

    @Test("A cancellation is told once, also when the event is deleted afterwards")
    func cancelled() throws {
        let scene = try EventPassScene()
        try scene.issue(["john"])
        try tell(scene, status: "cancelled", version: 2, deleted: false)
        #expect(try told(scene) == 1)
        try tell(scene, status: "cancelled", version: 3, deleted: true)
        #expect(try told(scene) == 1)
    }
}
