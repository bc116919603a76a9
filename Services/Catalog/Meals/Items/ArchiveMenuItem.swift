import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner takes something off a menu. Orders and quotes still know it.
package struct ArchiveMenuItem: Command {
    package static let type: MessageType = "catalog.archive-menu-item.v1"
    let itemId: MenuItemID

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        var (item, change) = try MenuChange.item(itemId, in: tx)
        (item.isArchived, item.availableAgainAt) = (true, nil)
        try change.save(item)
        try change.publish()
        return NoContent()
    }
}
