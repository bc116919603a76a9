import CatalogEvents
import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody clears the recent searches.
package struct ForgetSearches: Command {
    package static let type: MessageType = "catalog.forget-searches.v1"
    package init() {}

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try tx.interests.forgetSearches(of: try tx.user().userID)
        return NoContent()
    }
}
