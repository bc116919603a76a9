import Contracts
import Kernel
import ServiceKit

/// Handles `KeepRefundReason`: stores the reason that a person typed when they made a refund in payments.
package struct ExplainRefund<Workflows: OrderWorkflowList>: Command {
    package static var type: MessageType { KeepRefundReason.type }
    package let refundId: RefundID
    package let orderId: OrderID
    package let reason: String
    package let amount: Money?

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard !orderId.isForeign else { return NoContent() }  // Not sold here.
        // `RefundSucceeded` comes by another topic and may have been handled before this.
        var explanation = RefundExplanation.tooEarly(buyer: nil)
        _ = try Workflows.offer(in: tx) { workflow in
            guard let answer = try workflow.explain(refundId, of: orderId, reason: reason, in: tx) else { return false }
            explanation = answer
            if let amount { try workflow.refundRequested(refundId, of: orderId, amount: amount, in: tx) }
            return true
        }
        guard case .tooEarly(let buyer) = explanation else { return NoContent() }
        // An erased account keeps no text.
        if let buyer, try tx.people.name(of: buyer) == nil { return NoContent() }
        try tx.refundReasons.keep(reason, of: refundId, order: orderId)
        return NoContent()
    }
}
