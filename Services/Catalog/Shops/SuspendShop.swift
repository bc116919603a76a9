import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An administrator takes a shop out of sight for a while.
package struct SuspendShop: Command {
    package static let type: MessageType = "catalog.suspend-shop.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody { try ShopChange(tx).take(.suspend, shopId) }
}
