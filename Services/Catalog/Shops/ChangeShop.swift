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
        return try edit.waitForStrangers(tx, shopId: try tx.shops.require(try shopId.value()).id) ?? change(in: tx)
    }

    func change(in tx: CatalogTransaction) throws -> JSONBody {
        let old = try tx.shops.require(try shopId.value())
        try ShopChange(tx).apply(edit, to: old)
        return try ShopPresenter(tx).body(of: old.id, near: nil, .administration)
    }
}

/// Changes a shop and tells the other services, if they know it.
struct ShopChange {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    func apply(_ edit: ShopEdit, to old: Shop) throws {
        try old.requireOpenToChanges()
        var editor = ShopEditor(try tx.shopSettings(), of: tx.definition, strangers: try edit.strangers(tx))
        var shop = old
        try editor.apply(edit, to: &shop)
        guard shop != old else { return }  // Nothing is different: there is nothing to tell.
        try tx.shops.update(shop, from: old)
        if shop.news != .none { try tx.publish(ListingUpdated(listing: try listing(shop))) }
    }

    func take(_ step: Shop.Step, _ shopId: PathNumber) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manage)
        let old = try tx.shops.require(try shopId.value())
        var shop = old
        try shop.take(step, at: tx.now)
        try tx.shops.update(shop, from: old)
        if shop.state == .closed {
            // A draft that is closed was never known outside.
            if old.publishedAt != nil { try tx.publish(ListingWithdrawn(listing: try listing(shop))) }
        } else if old.state == .draft {
            try tx.publish(ListingPublished(listing: try listing(shop)))
        } else {
            try tx.publish(ListingUpdated(listing: try listing(shop)))
        }
        return try ShopPresenter(tx).body(of: shop.id, near: nil, .administration)
    }

    func listing(_ shop: Shop) throws -> Listing {
        let settings = try tx.shopSettings()
        return Listing(listingId: shop.id, kind: PartnerShopListing.name, status: shop.state.rawValue, names: shop.names,
                       categoryId: shop.categoryID,
                       neighborhoodId: shop.neighborhoodID, discountBasisPoints: shop.discountBasisPoints, vendorUserIds: shop.vendors,
                       categoryNames: settings.category(shop.categoryID)?.names,
                       neighborhoodNames: settings.neighborhood(shop.neighborhoodID)?.names)
    }
}
