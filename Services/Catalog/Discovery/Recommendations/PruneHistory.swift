import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody wants views, shares and searches forgotten. Orders and favorites are no history: they stay.
package struct PruneHistory: Command {
    package static let type: MessageType = "catalog.forget-history.v1"
    package init() {}

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.interests.forget(try tx.user().userID)
        return NoContent()
    }
}
