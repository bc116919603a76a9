import Contracts
import Kernel
import Messaging
import OrdersMembership
import OrdersService
import OrdersTicketSales
import TestKit
import Testing

@Suite("The list of order workflows")
struct WorkflowListTests {
    @Test("Every workflow is a plugin of a feature, and no other plugin orders anything")
    func plugins() {
        let others = [WalletPassSettings.plugin]
        #expect((Orders.workflows.map { $0.name } + others).sorted() == Orders.contents.plugins.map(\.name).sorted())
    }

    @Test("Seats that are paid for become tickets, also when the tenant sells none any more")
    func tickets() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        var definition = TicketShop.definition
        definition.plugins["orders"] = []
        try shop.shard.receive(ApplyTenant(definition))
        try shop.pay(order, payment)
        try shop.confirm(order)
        #expect(try shop.status(order) == "completed")
        #expect(try shop.shard.published(TicketsIssued.self).map(\.tickets.count) == [2])
        #expect(try shop.shard.deadLetters().isEmpty)
    }

    @Test("The open order of an erased account ends, also when the tenant sells no tickets any more")
    func erased() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        _ = try shop.hold(order)
        var definition = TicketShop.definition
        definition.plugins["orders"] = []
        try shop.shard.receive(ApplyTenant(definition))
        try shop.shard.receive(UserErased(userId: "john"))
        let undo = try #require(try shop.shard.published(UndoOrdersOfErased.self).first)
        try shop.shard.receive(undo)
        #expect(try shop.status(order) == "cancelled")
        #expect(try shop.shard.published(ReleaseClaim.self).map(\.claimId) == [order.claim])
        // Somebody who ordered nothing has nothing to undo.
        try shop.shard.markSeen()
        try shop.shard.receive(UserErased(userId: "jane"))
        #expect(try shop.shard.published(UndoOrdersOfErased.self).isEmpty)
    }

    @Test("Months that are paid for after the tenant ended memberships are not granted: the money goes back")
    func membershipPaid() throws {
        let (fixture, order, payment) = try ordered()
        try end(fixture)
        try fixture.shard.receive(PaymentSucceeded(paymentId: payment, orderId: order, userId: "samir", amount: 30_000, currency: .dzd,
            attempt: 1))
        #expect(try fixture.shard.published(RefundPayment.self).map(\.amount) == [30_000])
        #expect(try fixture.shard.published(OrderCancelled.self).map(\.reason) == ["not-offered"])
        #expect(try fixture.shard.published(MembershipActivated.self).isEmpty && fixture.shard.deadLetters().isEmpty)
    }

    @Test("Months that the tenant granted before it ended memberships can still be refunded")
    func membershipRefunded() throws {
        let (fixture, order, payment) = try ordered()
        try fixture.shard.receive(PaymentSucceeded(paymentId: payment, orderId: order, userId: "samir", amount: 30_000, currency: .dzd,
            attempt: 1))
        try end(fixture)
        try fixture.shard.receive(RefundSucceeded(refundId: "hand", paymentId: payment, orderId: order, amount: 30_000, currency: .dzd))
        #expect(try fixture.shard.published(OrderRefunded.self).count == 1)
        #expect(try fixture.shard.published(MembershipCancelled.self).map(\.reason) == ["refunded"])
        #expect(try fixture.shard.deadLetters().isEmpty)
    }

    private func ordered() throws -> (MembershipFixture, OrderID, PaymentID) {
        let fixture = try MembershipFixture()
        let made = try #require(try fixture.shard.send(OrderMembership(months: 1), as: MembershipFixture.samir)?.json["order"])
        return (fixture, OrderID(try #require(made["id"]?.string)), PaymentID(try #require(made["payment"]?["id"]?.string)))
    }
    /// The tenant file names neither the plugin nor its settings any more.
    private func end(_ fixture: MembershipFixture) throws {
        var definition = fixture.definition
        definition.plugins["orders"] = []
        definition.settings["orders"] = nil
        try fixture.shard.receive(ApplyTenant(definition))
    }
}
