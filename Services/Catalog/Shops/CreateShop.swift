import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An administrator adds a partner shop: a draft until it is published.
package struct CreateShop: Command {
    package static let type: MessageType = "catalog.create-shop.v1"
    let edit: ShopEdit
    package init(_ edit: ShopEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try ShopEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manage)
        return try edit.waitForStrangers(tx, shopId: nil) ?? create(in: tx)
    }

    func create(in tx: CatalogTransaction) throws -> JSONBody {
        var editor = ShopEditor(try tx.shopSettings(), of: tx.definition, strangers: try edit.strangers(tx))
        let shop = try editor.make(edit, id: try tx.numbers.next(.shop), at: tx.now)
        try tx.shops.insert(shop)
        try tx.publish(ListingUpdated(listing: try ShopChange(tx).listing(shop)))
        return try ShopPresenter(tx).body(of: shop.id, near: nil, .administration, status: 201, location: "/shops/\(shop.id)")
    }
}

/// Who may do what with shops, by the tenant's permissions and the role of people who work in them.
package enum ShopPermission {
    package static let manage = "catalog:manage"
    package static let manageCampaigns = "campaigns:manage"
    package static let staffRole = "vendor"
}
