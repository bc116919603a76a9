import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An administrator makes a draft public.
package struct PublishShop: Command {
    package static let type: MessageType = "catalog.publish-shop.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody { try ShopChange(tx).take(.publish, shopId) }
}
