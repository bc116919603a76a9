import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An administrator changes a shop. What is not sent stays.
package struct ChangeShop: Command {
    package static let type: MessageType = "catalog.change-shop.v1"
    let shopId: PathNumber
    let edit: ShopEdit
    package init(shopId: Int, _ edit: ShopEdit) { (self.shopId, self.edit) = (PathNumber(shopId), edit) }

    private enum Key: String, CodingKey { case shopId }
    package init(from decoder: any Decoder) throws {
        shopId = try decoder.container(keyedBy: Key.self).decode(PathNumber.self, forKey: .shopId)
        edit = try ShopEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(shopId, forKey: .shopId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manage)
        return try edit.waitForStrangers(tx, shopId: try ShopChange(tx).shop(shopId, for: edit).id) ?? change(in: tx)
    }

    func change(in tx: CatalogTransaction) throws -> JSONBody {
        let old = try tx.shops.require(try shopId.number())
        try ShopChange(tx).apply(edit, to: old)
        return try ShopPresenter(tx).body(of: old.id, near: nil, .administration)
    }
}
