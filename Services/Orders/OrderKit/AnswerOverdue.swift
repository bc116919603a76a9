import Contracts
import Kernel
import ServiceKit

/// The timer of a placed order: the catalog or payments did not answer in time.
package struct AnswerOverdue: Command {
    package static let type: MessageType = "orders.answer-overdue.v1"
    package let orderId: OrderID
    package init(orderId: OrderID) { self.orderId = orderId }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.tell(orderId, .answerOverdue)
        return NoContent()
    }
}
