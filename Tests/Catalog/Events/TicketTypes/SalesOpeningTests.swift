import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

/// The fixture's clock says Saturday 21 November 2026, 10:00 in Kampala.
@Suite("Tomorrow tickets are sold: told on the day before")
struct SalesOpeningTests {
    private let bob = Principal.user("bob", roles: ["attendee", "organizer"])
    /// Tuesday 24 November, 12:00 in Kampala.
    private let opening = Timestamp("2026-11-24T09:00:00Z") ?? .distantPast

    private func add(_ it: CatalogFixture, _ starts: [Timestamp?], paused: Bool = false) throws {
        let types = starts.enumerated()
            .map { ImportEvent.TicketType(id: TicketTypeID("t-\($0.offset)"), name: "T\($0.offset)", price: 1000, quantity: 10,
                                          salesStart: $0.element, paused: paused && $0.offset == 0) }
        try it.shard.receive(CatalogFixture.event("later", title: "Later", start: CatalogFixture.start + .days(9), types: types))
        try it.shard.markSeen()
    }
    private func change(_ it: CatalogFixture, _ type: Int, _ fields: [String: JSONValue]) throws {
        let body = JSONValue.object(fields.merging(["eventId": "later", "ticketTypeId": .string("t-\(type)")]) { own, _ in own })
        let reply = try it.shard.send(raw: String(decoding: try JSON.encode(body), as: UTF8.self), type: ChangeTicketType.type, as: bob)
        #expect(reply?.status == 200)
    }
    private func told(_ it: CatalogFixture) throws -> [Timestamp] { try it.shard.published(SalesOpening.self).map(\.salesStart) }

    @Test("As the day before begins, once, on the clocks of the tenant")
    func dayBefore() throws {
        let it = try CatalogFixture()
        try add(it, [opening])
        // Sunday 23:59:59.
        try it.shard.advance(by: .hours(38) - .seconds(1))
        #expect(try told(it).isEmpty)
        try it.shard.advance(by: .seconds(1))
        #expect(
            try it.shard.published(SalesOpening.self) == [.init(eventId: "later", organizerId: "bob", title: "Later", salesStart: opening)])
        try change(it, 0, ["quantity": 11])
        try it.shard.advance(by: .days(3))
        #expect(try told(it).count == 1)
    }

    @Test("Of several sales starts the first; a type without one is sold from the publication on, a paused one not at all")
    func several() throws {
        for (starts, paused, expected) in [
            ([opening + .days(2), opening], false, [opening]), ([nil, opening], false, []), ([nil, opening], true, [opening]),
            ([nil], false, []),
        ] as [([Timestamp?], Bool, [Timestamp])] {
            let it = try CatalogFixture()
            try add(it, starts, paused: paused)
            try it.shard.advance(by: .days(8))
            #expect(try told(it) == expected)
        }
    }

    @Test("A start that is moved moves the news, one that is taken back takes it back")
    func moved() throws {
        let it = try CatalogFixture()
        try add(it, [opening])
        try change(it, 0, ["salesStart": "2026-11-26T09:00:00Z"])
        try it.shard.advance(by: .days(3))
        #expect(try told(it).isEmpty)
        try change(it, 0, ["salesStart": .null])
        #expect(try !it.shard.timers().contains { $0.hasPrefix("sales-opening") })
        try it.shard.advance(by: .days(3))
        #expect(try told(it).isEmpty)
        // Back again, and after it was told to another day: that is news of its own.
        try change(it, 0, ["salesStart": "2026-11-28T15:00:00Z"])
        try it.shard.advance(by: .seconds(1))
        try change(it, 0, ["salesStart": "2026-11-30T15:00:00Z"])
        try it.shard.advance(by: .days(3))
        #expect(try told(it).map(\.description) == ["2026-11-28T15:00:00Z", "2026-11-30T15:00:00Z"])
    }

    @Test("Decided for tomorrow it is told at once; for today it is too late")
    func late() throws {
        let it = try CatalogFixture()
        try add(it, [opening])
        try change(it, 0, ["salesStart": "2026-11-21T15:00:00Z"])
        try it.shard.advance(by: .seconds(1))
        #expect(try told(it).isEmpty)
        try change(it, 0, ["salesStart": "2026-11-21T21:00:00Z"])
        try it.shard.advance(by: .seconds(1))
        #expect(try told(it).map(\.description) == ["2026-11-21T21:00:00Z"])
    }

    @Test("Nothing is told of an event that is called off or still a draft; restored, it is told again")
    func calledOff() throws {
        let it = try CatalogFixture()
        try add(it, [opening])
        #expect(try it.shard.send(DeleteEvent(eventId: "later"), as: bob)?.status == 200)
        #expect(try !it.shard.timers().contains { $0.hasPrefix("sales-opening") })
        #expect(try it.shard.send(RestoreEvent(eventId: "later"), as: bob)?.status == 200)
        try it.shard.advance(by: .days(2))
        #expect(try told(it) == [opening])

        let draft = try CatalogFixture()
        try draft.shard.receive(CatalogFixture.event("later", title: "Later", status: "draft",
                                                     types: [.init(id: "t-0", name: "T", price: 1, quantity: 1, salesStart: opening)]))
        try draft.shard.advance(by: .days(4))
        #expect(try told(draft).isEmpty)
    }

    @Test("Nobody is told of sales that are closed because the organizer is suspended; once they go on, what begins tomorrow is told",
          arguments: [(40, 1), (61, 1), (63, 0)])
    func suspended(hours: Int, times: Int) throws {
        let it = try CatalogFixture()
        try add(it, [opening])
        try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: true, isVerified: true))
        // Until 62 hours have passed it is Monday.
        try it.shard.advance(by: .hours(hours))
        #expect(try told(it).isEmpty)
        for _ in 1...2 {
            try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: false, isVerified: true))
            try it.shard.advance(by: .seconds(1))
            #expect(try told(it).count == times)
            try it.shard.receive(OrganizerUpdated(userId: CatalogFixture.bob, isSuspended: true, isVerified: true))
        }
    }

    @Test("Other services hear with the event when its first tickets are sold")
    func snapshot() throws {
        let it = try CatalogFixture()
        try add(it, [opening + .days(1), opening])
        try change(it, 1, ["salesStart": .null])
        try change(it, 1, ["paused": true])
        #expect(try it.shard.published(EventUpdated.self).map(\.event.salesStart) == [nil, opening + .days(1)])
    }
}
