import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A suspended shop is back.
package struct ResumeShop: Command {
    package static let type: MessageType = "catalog.resume-shop.v1"
    let shopId: PathNumber
    package init(shopId: Int) { self.shopId = PathNumber(shopId) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody { try ShopChange(tx).take(.resume, shopId) }
}
