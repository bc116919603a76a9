import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A shop is closed for good.
package struct CloseShop: Command {
    package static let type: MessageType = "catalog.close-shop.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody { try ShopChange(tx).take(.close, shopId) }
}
