import CatalogEvents
import Contracts
import Kernel
import Messaging
import OrdersCheckIn
import OrdersTicketSales
import ServiceKit
import TestKit
import Testing

/// What can happen to sold tickets, one by one. After each, seats, money and tickets agree.
@Suite("The paths of sold tickets")
struct TicketPathTests {
    static let seeds: [UInt64] = [1, 2, 3]

    @Test("The event is cancelled with sold tickets: everybody gets everything back", arguments: seeds)
    func cancelled(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let orders = [try story.buy(2), try story.buy(1, as: SagaStory.jane)]
        let open = try story.place(1, as: SagaStory.alice)
        let asked = try story.fixture.catalog.send(CancelEvent(eventId: TicketSaleFixture.event, reason: "Storm"), as: SagaStory.bob)
        #expect(asked?.status == 409)
        let token = asked?.json["members"]?["confirmationToken"]?.string ?? asked?.json["confirmationToken"]?.string
        let command = CancelEvent(eventId: TicketSaleFixture.event, reason: "Storm", confirmationToken: token)
        #expect(try story.fixture.catalog.send(command, as: SagaStory.bob)?.status == 200)
        try story.fixture.settle()
        try story.wait(.minutes(1))
        for order in orders { #expect(try story.status(order) == "refunded") }
        #expect(try story.status(open) == "cancelled")
        #expect(try story.holders() == [])
        try story.expectTruth(isOff: true)
    }

    @Test("Capacity never falls below what is sold and held; at its limit nothing more is sold", arguments: seeds)
    func capacity(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        _ = try story.buy(2)
        _ = try story.place(1, as: SagaStory.jane)
        func lower(to quantity: Int) throws -> Reply? { try story.change(["quantity": .int(quantity), "maxPerOrder": 2]) }
        #expect(try lower(to: 2)?.json["slug"] == "capacity-below-sold")
        try story.expectTruth()
        #expect(try lower(to: 3)?.status == 200)
        try story.expectTruth()
        let before = try story.fixture.knownOrders().count
        try story.fixture.place([TicketLine(ticketTypeId: TicketSaleFixture.regular.id, quantity: 1)], as: SagaStory.alice, sandbox: nil)
        try story.fixture.settle()
        #expect(try story.fixture.knownOrders().filter { $0.status != "refused" }.count == before)
        try story.expectTruth()
    }

    private func offer(_ ticket: TicketID, in story: SagaStory) throws -> Reply? {
        let command = OfferTicket(ticketId: ticket, to: .init(email: "jane@example.com"))
        let reply = try story.fixture.orders.send(command, as: SagaStory.john)
        try story.fixture.settle()
        return reply
    }
    private func accept(_ transfer: Reply?, in story: SagaStory) throws -> Reply? {
        let id = TransferID(try #require(transfer?.json["id"]?.string))
        let reply = try story.fixture.orders.send(AcceptTransfer(transferId: id), as: SagaStory.jane)
        try story.fixture.settle()
        return reply
    }

    @Test("A ticket that is offered is refunded: nobody can accept it any more", arguments: seeds)
    func refundDuringTransfer(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2)
        let ticket = try #require(try story.tickets(order).first).id
        let offered = try offer(ticket, in: story)
        #expect(offered?.status == 201)
        #expect(try story.refund(order, [ticket])?.status == 201)
        #expect((try accept(offered, in: story)?.status ?? 0) >= 400)
        #expect(try story.holders() == ["john"])
        try story.expectTruth()
    }

    @Test("A ticket whose refund is on its way cannot be offered", arguments: seeds)
    func transferDuringRefund(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.place(2)
        try story.payByCard(order, "4000000000005134")
        let ticket = try #require(try story.tickets(order).first).id
        #expect(try story.refund(order, [ticket])?.status == 201)
        #expect(try offer(ticket, in: story)?.json["slug"] == "ticket-not-transferable")
        try story.wait(.minutes(11))
        #expect(try story.holders() == ["john"])
        try story.expectTruth()
    }

    @Test("A ticket that was accepted is not refunded alone; the buyer's other one is", arguments: seeds)
    func refundAfterTransfer(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(2)
        let ticket = try #require(try story.tickets(order).first).id
        #expect(try accept(offer(ticket, in: story), in: story)?.status == 200)
        #expect(try story.holders() == ["jane", "john"])
        try story.expectTruth()
        #expect(try story.refund(order, [ticket])?.json["slug"] == "ticket-transferred")
        #expect(try story.refund(order)?.status == 201)
        #expect(try story.holders() == ["jane"])
        try story.expectTruth()
    }

    @Test("A ticket that is offered is scanned: it is used, and nobody can accept it any more", arguments: seeds)
    func checkInDuringTransfer(seed: UInt64) throws {
        let story = try SagaStory(seed: seed)
        let order = try story.buy(1)
        let ticket = try #require(try story.tickets(order).first)
        let offered = try offer(ticket.id, in: story)
        try story.wait(.days(5) - .hours(1))
        let scan = CheckInTicket(eventId: TicketSaleFixture.event, serial: ticket.serial, nonce: "nonce-0001")
        #expect(try story.fixture.orders.send(scan, as: SagaStory.bob)?.json["result"] == "ok")
        try story.fixture.settle()
        #expect((try accept(offered, in: story)?.status ?? 0) >= 400)
        #expect(try story.holders() == ["john"])
        try story.expectTruth()
    }
}
