import Contracts
import Kernel
import ServiceKit

/// Stores the reason that a person typed when they made a refund in payments.
extension KeepRefundReason: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard !orderId.isForeign else { return NoContent() }  // Not sold here.
        // `RefundSucceeded` comes by another topic and may have been handled before this.
        if let refund = try tx.refunds.find(refundId) {
            try fillIn(refund, in: tx)
        } else if try tx.refunds.takeMark(of: refundId) {
            // A part of a membership's price was refunded: nothing shows its reason.
        } else if let order = try tx.desk.orders.find(orderId), case .refunded(let subscription, let known) = order.status {
            guard known == RefundCause.requested.rawValue else { return NoContent() }
            try tx.desk.orders.explainRefund(of: orderId, subscription: subscription, reason)
        } else if try !isOfErasedBuyer(in: tx) {
            try tx.refunds.keep(reason: reason, of: refundId, order: orderId)
        }
        return NoContent()
    }

    private func isOfErasedBuyer(in tx: OrdersTransaction) throws -> Bool {
        guard let buyer = try tx.orders.find(orderId)?.buyer ?? tx.desk.orders.find(orderId)?.buyer else { return false }
        return try tx.people.name(of: buyer) == nil
    }

    /// Refunds that people request in orders have their reason from the start; an erased account keeps none.
    private func fillIn(_ refund: Refund, in tx: OrdersTransaction) throws {
        guard refund.orderId == orderId, refund.cause == .requested, refund.reason == nil, let buyer = try tx.orders.find(orderId)?.buyer,
            try tx.people.name(of: buyer) != nil else { return }
        try tx.refunds.explain(refundId, reason)
    }
}
