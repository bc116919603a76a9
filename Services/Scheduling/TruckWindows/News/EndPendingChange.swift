import Kernel
import ServiceKit

/// The timer of a change that waits: the news of its subject has not come.
package struct EndPendingChange: Command {
    package static let type: MessageType = "scheduling.end-pending-change.v1"
    let requestId: String
    package init(requestId: String) { self.requestId = requestId }

    static func timer(_ request: String) -> String { "pending-change:\(request)" }

    package func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        try PendingChanges(tx).end(requestId)
        return NoContent()
    }
}
