import Contracts
import Kernel
import Messaging
import OrdersMembership
import OrdersService
import OrdersTicketSales
import ServiceKit
import TestKit

/// A log of a tenant that mounts every workflow: purchases, refunds of all kinds, lost answers, erased people, a cancelled event.
enum RecordedLog {
    static var definition: TenantDefinition {
        var definition = TicketShop.definition
        definition.plugins["orders"] = ["ticket-sale", "membership"]
        if case .object(var settings)? = definition.settings["orders"] {
            settings["membership"] = ["issuer": "pass", "inAppOrders": true, "plans": [["months": 1, "price": 30_000]]]
            definition.settings["orders"] = .object(settings)
        }
        return definition
    }

    /// Plays the log and answers the shard that followed it.
    static func play() throws -> ShardHarness<Orders> {
        let shop = try TicketShop(definition)
        for (number, name) in ["jane", "john"].enumerated() {
            try shop.shard.receive(UserRegistered(userId: User.ID(name), name: name, email: "\(name)@example.com", roles: ["attendee"],
                                                  locale: "en", registeredAt: shop.shard.now,
                                                      profile: ["membershipId": .string("PASS-\(number)")]))
        }
        try tickets(shop)
        try memberships(shop)
        try ends(shop)
        return shop.shard
    }

    /// Refunds by the buyer and by hand, with reasons before and after them.
    private static func tickets(_ shop: TicketShop) throws {
        let shard = shop.shard
        let order = try shop.buy(3)
        let ticket = try shop.details(order).json["tickets"]?.array?.first?["id"]?.string
        try shard.send(RequestRefund(orderId: order.id, ticketIds: ticket.map { [TicketID($0)] }, reason: "We cannot come"),
            as: TicketShop.john)
        guard let asked = try shard.published(RefundPayment.self).last else { throw TicketShop.Missing(what: "refund") }
        try shard.receive(RefundFailed(refundId: asked.refundId, paymentId: asked.paymentId, orderId: order.id, amount: asked.amount,
                                       currency: asked.currency, failureCode: "closed"))
        try shop.refundSucceeds(asked)
        try shard.receive(KeepRefundReason(refundId: "hand-1", orderId: order.id, reason: "Bad seats"))
        try refund("hand-1", 20_000, of: order.id, asked.paymentId, .ugx, shard)
        try refund("hand-2", 10_000, of: order.id, asked.paymentId, .ugx, shard)
        try shard.receive(KeepRefundReason(refundId: "hand-2", orderId: order.id, reason: "Bad sound"))
        try shard.receive(KeepRefundReason(refundId: "hand-3", orderId: order.id, reason: "Never paid"))
        try shard.receive(RefundFailed(refundId: "hand-3", paymentId: asked.paymentId, orderId: order.id, amount: 1, currency: .ugx,
            failureCode: "closed"))
        let late = try shop.place()
        let payment = try shop.hold(late)
        try shop.expire(late)
        try shop.pay(late, payment)
        _ = try shop.place([TicketLine(ticketTypeId: TicketShop.free, quantity: 1)], as: TicketShop.jane)
    }

    private static func memberships(_ shop: TicketShop) throws {
        let shard = shop.shard
        func order(_ buyer: Principal) throws -> (id: OrderID, payment: PaymentID) {
            let made = try shard.send(OrderMembership(months: 1), as: buyer)?.json["order"]
            guard let id = made?["id"]?.string, let payment = made?["payment"]?["id"]?.string else {
                throw TicketShop.Missing(what: "membership")
            }
            return (OrderID(id), PaymentID(payment))
        }
        func pay(_ order: (id: OrderID, payment: PaymentID), _ buyer: User.ID) throws {
            try shard.receive(PaymentStarted(paymentId: order.payment, orderId: order.id, userId: buyer, amount: 30_000, currency: .ugx,
                                             attempt: 1, method: "mtn_momo", startedAt: shard.now, deadlineAt: shard.now + .minutes(5)))
            try shard.receive(PaymentSucceeded(paymentId: order.payment, orderId: order.id, userId: buyer, amount: 30_000, currency: .ugx,
                attempt: 1))
        }
        let first = try order(TicketShop.john)
        try pay(first, "john")
        try refund("hand-4", 10_000, of: first.id, first.payment, .ugx, shard)
        try shard.receive(KeepRefundReason(refundId: "hand-4", orderId: first.id, reason: "A part"))
        try shard.receive(KeepRefundReason(refundId: "hand-5", orderId: first.id, reason: "Too early"))
        let second = try order(TicketShop.jane)
        try pay(second, "jane")
        try refund("hand-6", 30_000, of: second.id, second.payment, .ugx, shard)
        try shard.receive(KeepRefundReason(refundId: "hand-6", orderId: second.id, reason: "Twice"))
        try shard.receive(RefundFailed(refundId: "hand-7", paymentId: second.payment, orderId: second.id, amount: 1, currency: .ugx,
            failureCode: "closed"))
        _ = try order(TicketShop.john)
        _ = try order(TicketShop.jane)
    }

    private static func ends(_ shop: TicketShop) throws {
        let shard = shop.shard
        try shard.receive(PaymentSucceeded(paymentId: "nobody", orderId: "nobody", userId: "john", amount: 1, currency: .ugx, attempt: 1))
        try refund("nobody", 1, of: "nobody", "nobody", .ugx, shard)
        try shard.receive(KeepRefundReason(refundId: "nobody", orderId: "nobody", reason: "Nothing"))
        try shard.receive(UserErased(userId: "john"))
        for slice in try shard.published(UndoOrdersOfErased.self) { try shard.receive(slice) }
        try shard.advance(by: .minutes(20))
        try shard.receive(EventUpdated(eventId: TicketShop.eventID, event: shop.event(version: 2), changed: ["venue"], notifyHolders: true))
        try shard.receive(EventCancelled(eventId: TicketShop.eventID, event: shop.event(version: 4), reason: "Storm", deleted: false,
            attendeeCount: 1))
        for slice in try shard.published(CancelEventOrders.self) { try shard.receive(slice) }
        try shard.receive(UserErased(userId: "jane"))
    }

    private static func refund(_ id: RefundID, _ amount: Int, of order: OrderID, _ payment: PaymentID, _ currency: Currency,
        _ shard: ShardHarness<Orders>) throws {
        try shard.receive(RefundSucceeded(refundId: id, paymentId: payment, orderId: order, amount: amount, currency: currency))
    }
}
