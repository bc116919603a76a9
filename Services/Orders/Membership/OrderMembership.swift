import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A member orders months in the app and pays by card.
package struct OrderMembership: Command {
    package static let type: MessageType = "orders.order-membership.v1"
    package let months: Int
    package init(months: Int) { self.months = months }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let buyer = try tx.user().userID
        let memberships = tx.memberships
        let settings = try memberships.settings()
        guard let plan = settings.plan(months: months) else {
            throw Rejection.invalid(["months": ["must be one of \(settings.plans.map { String($0.months) }.joined(separator: ", "))"]])
        }
        guard settings.inAppOrders else { throw Rejection.conflict("feature-disabled", "Orders in the app are not offered yet.") }
        if let open = try memberships.orders.open(of: buyer) {
            throw Rejection.conflict("order-open", "Another order waits for its payment.", ["orderId": .string(open.id.rawValue)])
        }
        let coverage = try memberships.coverage(of: buyer)
        guard coverage.fits(months: months, settings) else {
            throw Rejection.conflict("coverage-limit", "The membership would reach too far into the future.",
                                     ["maxMonths": .int(coverage.monthsMax(settings))])
        }
        let id: OrderID = tx.newID()
        let order = MembershipOrder(id: id, buyer: buyer, months: months, amount: memberships.price(plan.price),
                                    payment: MembershipOrder.payment(of: id), sandbox: tx.sandboxFault,
                                    placedAt: tx.now, expiresAt: memberships.end(inMinutes: settings.orderMinutes))
        try memberships.orders.insert(order)
        try tx.schedule(AnswerOverdue.timer(id), at: order.expiresAt, AnswerOverdue(orderId: id))
        try tx.publish(OrderPlaced(orderId: id, userId: buyer, months: months, amount: order.amount, paymentId: order.payment))
        try tx.send(CreateIntent(paymentId: order.payment, orderId: id, userId: buyer, amount: order.amount.amount,
                                 currency: order.amount.currency, holdExpiresAt: order.expiresAt, sandbox: tx.sandboxFault))
        return Created(["order": MembershipAnswers(memberships).order(order)], at: "/orders/\(id)")
    }
}

/// A member does not want to pay any more.
package struct CancelMembershipOrder: Command {
    package static let type: MessageType = "orders.cancel-membership-order.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let user = try tx.user()
        guard let order = try tx.memberships.orders.find(orderId), order.buyer == user.userID else { throw Rejection.notFound }
        guard let cancelled = try Membership.apply(.buyerCancels, to: order.id, in: tx) else { throw Rejection.notFound }
        return MembershipAnswers(tx.memberships).order(cancelled)
    }
}

/// "Tell me when I can pay in the app."
package struct NoteInterest: Command {
    package static let type: MessageType = "orders.note-in-app-interest.v1"
    package init() {}

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let user = try tx.user()
        let memberships = tx.memberships
        if try memberships.members.find(user.userID) == nil { try memberships.members.remember(memberships.caller(user)) }
        if try memberships.members.noteInterest(of: user.userID, at: tx.now) { try tx.publish(InAppPaymentWanted(userId: user.userID)) }
        return NoContent()
    }
}
