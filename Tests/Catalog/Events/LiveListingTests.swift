import CatalogEvents
import CatalogService
import CatalogWaitlist
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("What watchers of an event see")
struct LiveListingTests {
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])

    /// The data of the frames that an event of the catalog becomes on `listings/{eventId}`, with their types.
    private func frames<Event: DomainEvent>(_ event: Event, _ type: String) throws -> [[String: JSONValue]] {
        let members = try JSON.decode(JSONValue.self, from: JSON.encode(event)).object ?? [:]
        let topics = Catalog.contents.features.flatMap(\.live).filter { $0.name == "listings/{eventId}" }
        return topics.flatMap(\.feeds).filter { $0.event == Event.type && $0.type == type }
            .map { $0.shown(of: members).merging($0.with) { _, added in added } }
    }

    @Test("An event that is over stays completed in frames, deleted and restored; one that is called off is cancelled")
    func status() throws {
        let it = try CatalogFixture()
        try it.add("over", title: "Over", start: it.shard.now - .hours(5))
        try it.shard.send(DeleteEvent(eventId: "over"), as: bob)
        let deleted = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(try frames(deleted, "status") == [["eventId": "over", "reason": "deleted", "status": "completed"]])
        try it.shard.send(RestoreEvent(eventId: "over"), as: bob)
        let restored = try #require(try it.shard.published(EventRestored.self).last)
        #expect(try frames(restored, "status") == [["eventId": "over", "status": "completed"]])
        try it.shard.send(CancelEvent(eventId: "summit", reason: "Storm"), as: bob)
        let cancelled = try #require(try it.shard.published(EventCancelled.self).last)
        #expect(try frames(cancelled, "status") == [["eventId": "summit", "reason": "Storm", "status": "cancelled"]])
    }

    @Test("Tickets that come back are told, and those that are offered, given up or not taken")
    func availability() throws {
        let it = try CatalogFixture(withSummit: false)
        try it.add("show", title: "Comedy Late Show", quantity: 1)
        try it.claim("s", [("show-1", 1)], event: "show", user: "buyer")
        try it.confirm("s")
        for name in ["alice", "jane"] {
            _ = try it.shard.send(JoinWaitlist(eventId: "show", ticketTypeId: "show-1", quantity: 1), as: .user(name))
        }
        #expect(try it.shard.published(TicketsFreed.self).isEmpty)
        try it.shard.receive(ReturnStock(orderId: "order-s", listing: .event("show"),
                                         lines: [TicketLine(ticketTypeId: "show-1", quantity: 1).claimed], returnId: "r"))
        let freed = try it.shard.published(TicketsFreed.self)
        #expect(try freed.flatMap { try frames($0, "availability") } == [["eventId": "show"]])
        let offered = try #require(try it.shard.published(WaitlistOffered.self).last)
        #expect(try frames(offered, "availability") == [["eventId": "show", "ticketTypeId": "show-1"]])
        try it.shard.advance(by: .hours(1))
        let expired = try #require(try it.shard.published(WaitlistOfferExpired.self).last)
        #expect(try frames(expired, "availability") == [["eventId": "show", "ticketTypeId": "show-1"]])
        let given = try #require(try it.shard.published(WaitlistOffered.self).last)
        #expect(given.userId == "jane")
        try it.shard.send(LeaveWaitlist(entryId: given.entryId), as: .user("jane"))
        #expect(try it.shard.published(TicketsFreed.self).count == 2)
    }
}
