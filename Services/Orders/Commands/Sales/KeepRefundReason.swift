import Contracts
import Kernel
import ServiceKit

/// Stores the reason that a person typed when they made a refund in payments.
extension KeepRefundReason: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        // Not sold here, or requested here with its reason.
        guard !orderId.isForeign, try tx.refunds.find(refundId) == nil else { return NoContent() }
        try tx.refunds.keep(reason: reason, of: refundId, order: orderId)
        return NoContent()
    }
}
