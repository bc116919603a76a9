import Contracts
import Kernel
import ServiceKit

/// The timer of an order that waits for another service's answer or for its payment. Cancel it when the wait ends.
package struct AnswerOverdue: Message {
    package static let type: MessageType = "orders.answer-overdue.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    /// The id of an order's timer.
    package static func timer(_ order: OrderID) -> String { "answer:\(order)" }
}

/// Handles `AnswerOverdue`: the workflow of the order decides how it goes on.
package struct EndOverdueWait<Workflows: OrderWorkflowList>: Command {
    package static var type: MessageType { AnswerOverdue.type }
    package let orderId: OrderID

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Workflows.endWait(of: orderId, in: tx)
        return NoContent()
    }
}
