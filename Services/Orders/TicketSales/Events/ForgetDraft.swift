import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A draft was deleted so long ago that the catalog purges it: nobody sees numbers of it any more. Set by a timer.
package struct ForgetDraft: Command {
    package static let type: MessageType = "orders.forget-draft.v1"
    package let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }
    static func timer(_ event: EventID) -> String { "forget-draft:\(event)" }
    /// As long as the catalog can restore it.
    static let daysKept = 30

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        // Restored while the timer's message was on its way: it stays.
        if try tx.drafts.find(eventId)?.isDeleted == true { try tx.drafts.remove(eventId) }
        return NoContent()
    }
}
