import Contracts
import Kernel
import Messaging
import OrdersMembership
import TestKit
import Testing

@Suite("What other services say, rarely")
struct NewsOfOthersTests {
    enum Moment: String, CaseIterable { case claiming, preparing, awaiting, confirming }

    @Test("Seats that the catalog takes back end an order that has not paid; of one that has, the catalog's other answer decides",
          arguments: Moment.allCases)
    func claimReleased(moment: Moment) throws {
        let shop = try TicketShop()
        let order = try shop.place()
        switch moment {
        case .claiming: break  // Nothing but the request is there.
        case .preparing: try shop.shard.receive(shop.claimed(order))
        case .awaiting: _ = try shop.hold(order)
        case .confirming: try shop.pay(order, try shop.hold(order))
        }
        try shop.shard.receive(ClaimReleased(claimId: order.claim, orderId: order.id, listing: .event(TicketShop.eventID)))
        #expect(try shop.status(order) == (moment == .confirming ? "confirming" : "cancelled"))
        #expect(try shop.shard.published(OrderCancelled.self).map(\.reason) == (moment == .confirming ? [] : ["event-cancelled"]))
        #expect(try shop.shard.published(CancelIntent.self).count == (moment == .preparing || moment == .awaiting ? 1 : 0))
        #expect(try shop.shard.deadLetters().isEmpty)
    }

    @Test("A payment that waits for its PIN is shown as such, and the order goes on waiting")
    func approval() throws {
        let shop = try TicketShop()
        let order = try shop.place()
        let payment = try shop.hold(order)
        try shop.shard.receive(PaymentRequiresAction(paymentId: payment, orderId: order.id, userId: "john", amount: 100_000, currency: .ugx,
                                                     attempt: 1, method: "mtn_momo", instructions: "Enter your PIN."))
        #expect(try shop.details(order).json["payment"]?["status"] == "requires_action")
        #expect(try shop.status(order) == "awaiting-payment")
        try shop.pay(order, payment)
        try shop.confirm(order)
        #expect(try shop.status(order) == "completed")
    }

    @Test("Somebody who has another name is called by it at the counter")
    func renamed() throws {
        let fixture = try MembershipFixture()
        try fixture.shard.receive(UserUpdated(userId: MembershipFixture.samir.userID, name: "Karim Zidane", email: "karim@example.com",
                                           phone: "+213661203043", roles: ["member"], locale: "fr", registeredAt: fixture.shard.now,
                                               profile: ["membershipId": .string(fixture.membershipID(3))]))
        #expect(try fixture.scan(try fixture.cardText()).json["member"]?["name"] == "Karim Z.")
    }

    @Test("A shop that is closed for good scans no card")
    func withdrawn() throws {
        let fixture = try MembershipFixture()
        try fixture.shard.receive(
            ListingWithdrawn(listing: fixture.shop(11, category: 2, neighborhood: 2, discount: 550, staff: [MembershipFixture.vendor],
                                                   status: "closed")))
        #expect(try fixture.scan(try fixture.cardText()).slug == "shop-inactive")
    }

    @Test("A sale that was taken back is shown as voided once the cash book knows, also when its first line is told again")
    func cashVoided() throws {
        let fixture = try MembershipFixture()
        let sale = try fixture.sell(1)
        #expect(try fixture.voidSale(sale["id"]).status == 200)
        let told = try #require(try fixture.shard.published(RecordCash.self).first)
        try fixture.shard.receive(CashVoided(paymentId: told.paymentId, activationId: told.activationId, shopId: told.shopId,
                                          vendorUserId: told.vendorUserId, userId: told.userId, amount: told.amount))
        try fixture.shard.receive(CashRecorded(paymentId: told.paymentId, activationId: told.activationId, shopId: told.shopId,
                                            vendorUserId: told.vendorUserId, userId: told.userId, amount: told.amount))
        #expect(try fixture.shard.ask(ActivationsOfShop.self, ["shopId": 11], as: MembershipFixture.vendor)
            .json["data"]?.array?.first?["cashStatus"] == "voided")
    }
}
