import Contracts
import Kernel
import ServiceKit

/// Somebody gave money back at payments and wrote why.
extension KeepRefundReason: Command {
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard !orderId.isForeign, try tx.refunds.find(refundId) == nil else { return NoContent() }  // Not sold here, or asked for here, where its reason is.
        try tx.refunds.keep(reason: reason, of: refundId, order: orderId)
        return NoContent()
    }
}
