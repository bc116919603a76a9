import CatalogEvents
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

/// Deleting an event refunds what was not refunded yet, so the catalog must count money, not seats.
@Suite("Seats and money that come back (12, review)")
struct ReturnTests {
    private static let bob = Principal.user("bob", roles: ["organizer"])

    private func back(_ it: CatalogFixture, _ id: String, order: OrderID = "order-c1", _ lines: [(TicketTypeID, Int)] = [],
                      total: Int?) throws {
        try it.shard.receive(ReturnStock(orderId: order, listing: .event(CatalogFixture.summit),
                                         lines: lines.map { TicketLine(ticketTypeId: $0.0, quantity: $0.1).claimed }, returnId: id,
                                         userId: "john", refundedTotal: total))
    }
    /// Revenue, the refund that a deletion would cause, and tickets sold.
    private func money(_ it: CatalogFixture) throws -> [Int?] {
        let check = try it.shard.ask(DeletionCheck.self, ["eventId": .string(CatalogFixture.summit.rawValue)], as: Self.bob).json
        return [try it.details(as: Self.bob)["stats"]?["revenue"]?["amount"]?.int, check["refundTotal"]?["amount"]?.int,
                check["ticketCount"]?.int]
    }
    private func sold(_ lines: [(TicketTypeID, Int)] = [(CatalogFixture.regular, 2)]) throws -> CatalogFixture {
        let it = try CatalogFixture()
        try it.claim("c1", lines)
        try it.confirm("c1")
        return it
    }

    @Test("Tickets that end without their money leave it in the price of a deletion, which still asks twice")
    func moneyStays() throws {
        let it = try sold()
        try back(it, "erased", [(CatalogFixture.regular, 2)], total: 0)
        #expect(try money(it) == [100_000, 100_000, 0])
        #expect(try it.seats() == .init(sold: 0, held: 0, available: 300))
        let refused = try #require(try it.shard.send(raw: #"{"eventId":"summit"}"#, type: DeleteEvent.type, as: Self.bob))
        #expect(refused.status == 409 && refused.json["slug"] == "confirmation-required")
        #expect(refused.json["members"]?["refundTotal"]?["amount"] == 100_000)
        let token = try #require(refused.json["members"]?["confirmationToken"]?.string)
        let done = try #require(try it.shard.send(raw: #"{"eventId":"summit","confirmationToken":"\#(token)"}"#, type: DeleteEvent.type,
                                                  as: Self.bob))
        #expect(done.status == 200)
    }

    @Test("A part that went back by hand is no part of the price; what the tickets bring back later is the rest")
    func byHand() throws {
        let it = try sold()
        try back(it, "by-hand:money", total: 30_000)
        #expect(try money(it) == [70_000, 70_000, 2])
        try back(it, "r1", [(CatalogFixture.regular, 1)], total: 80_000)
        #expect(try money(it) == [20_000, 20_000, 1])
        try back(it, "r2", [(CatalogFixture.regular, 1)], total: 100_000)
        #expect(try money(it) == [0, 0, 0])
    }

    @Test("A refund that failed brings its money into the price again")
    func failed() throws {
        let it = try sold()
        try back(it, "r1", [(CatalogFixture.regular, 2)], total: 100_000)
        #expect(try money(it) == [0, 0, 0])
        try back(it, "r1:failed", total: 0)
        #expect(try money(it) == [100_000, 100_000, 0])
    }

    @Test("A return of an older release takes the face value; totals that come later go on from there")
    func olderRelease() throws {
        let it = try sold()
        try back(it, "r1", [(CatalogFixture.regular, 1)], total: nil)
        #expect(try money(it) == [50_000, 50_000, 1])
        try back(it, "r2", [(CatalogFixture.regular, 1)], total: 100_000)
        #expect(try money(it) == [0, 0, 0])
    }

    @Test("Money of a type that is removed stays in the price")
    func removedType() throws {
        let it = try sold([(CatalogFixture.vip, 1)])
        try back(it, "erased", [(CatalogFixture.vip, 1)], total: 0)
        let removal = #"{"eventId":"summit","ticketTypeId":"vip"}"#
        #expect(try it.shard.send(raw: removal, type: RemoveTicketType.type, as: Self.bob)?.status == 204)
        #expect(try money(it) == [150_000, 150_000, 0])
    }

    @Test("A line that can't come back doesn't keep the others; it stays as a dead letter that says why")
    func unsold() throws {
        let it = try sold([(CatalogFixture.regular, 2), (CatalogFixture.vip, 1)])
        try back(it, "r1", [(CatalogFixture.regular, 2), (CatalogFixture.vip, 2), ("gone", 1), (CatalogFixture.regular, 1)], total: 100_000)
        #expect(try it.seats() == .init(sold: 0, held: 0, available: 300))
        #expect(try it.seats(CatalogFixture.vip) == .init(sold: 1, held: 0, available: 49))
        #expect(try money(it) == [150_000, 150_000, 1])
        let rest = try #require(try it.shard.published(ReturnStock.self).last)
        #expect(rest.lines.map(\.quantity) == [2, 1, 1])
        try it.shard.receive(rest)
        let deadLetters = try it.shard.deadLetters()
        #expect(deadLetters.count == 1 && deadLetters[0].contains("order-c1") && deadLetters[0].contains("2 of vip, 1 of gone"))
        #expect(try money(it) == [150_000, 150_000, 1])
    }
}
