import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// An owner removes a part of a menu that nothing is in any more.
package struct RemoveMenuCategory: Command {
    package static let type: MessageType = "catalog.remove-menu-category.v1"
    let categoryId: MenuCategoryID

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        let (category, change) = try MenuChange.category(categoryId, in: tx)
        guard try tx.menuItems.isEmpty(category.id) else {
            throw Rejection.conflict("category-not-empty", "Move or delete the items of this category first.")
        }
        try tx.menuItems.detachArchived(from: category.id)
        try tx.menuCategories.delete(category.id)
        try change.publish()
        return NoContent()
    }
}
