import Contracts
import Kernel
import OrdersKit
import ServiceKit

// Refunds of memberships have no rows here: payments makes them, and the order learns how much of its price went back.
extension Membership {
    package static func refundSucceeded(_ refund: SettledRefund, in tx: OrdersTransaction) throws -> Bool {
        guard try load(refund.order, in: tx) != nil else { return false }
        let reason = try tx.refundReasons.take(of: refund.id) ?? refund.reason
        let fact = MembershipFact.payment(.refunded(PaymentNotice(refund.payment, refund.refundedTotal), reason: reason))
        guard let order = try apply(fact, to: refund.order, in: tx) else { return false }
        // Payments never sends a reason for refunds that orders requests.
        if reason == nil, order.refund(of: refund.payment) != refund.id, order.status.name != "refunded" {
            try tx.refundReasons.mark(refund.id, order: refund.order)
        }
        return true
    }

    package static func explain(_ refund: RefundID, of id: OrderID, reason: String, in tx: OrdersTransaction) throws -> RefundExplanation? {
        guard let order = try load(id, in: tx) else { return nil }
        // A part of a membership's price was refunded: nothing shows its reason.
        if try tx.refundReasons.takeMark(of: refund) { return .taken }
        guard case .refunded(let subscription, let known) = order.status else { return .tooEarly(buyer: order.buyer) }
        guard known == MembershipRefundCause.requested.rawValue else { return .taken }
        try tx.memberships.orders.explainRefund(of: id, subscription: subscription, reason)
        return .taken
    }

    package static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {
        try tx.forgetMember(buyer)
        try tx.memberships.orders.eraseReasons(of: buyer)
    }
}
