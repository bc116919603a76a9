import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Changes a shop, and publishes that to the services that know it.
struct ShopChange {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// The shop to change, if `isAllowed` says so. A wrong edit is refused before a shop that is not there or somebody else's.
    func shop(_ id: PathNumber, for edit: ShopEdit, isAllowed: (Shop) throws -> Void = { _ in }) throws -> Shop {
        do {
            let shop = try tx.shops.require(try id.number())
            try isAllowed(shop)
            return shop
        } catch let refusal as Rejection {
            var editor = ShopEditor(try tx.shopSettings(), of: tx.definition)
            try editor.checkForm(edit)
            throw refusal
        }
    }

    func apply(_ edit: ShopEdit, to old: Shop) throws {
        var editor = ShopEditor(try tx.shopSettings(), of: tx.definition, strangers: try edit.strangers(tx))
        var shop = old
        try editor.apply(edit, to: &shop)
        try old.requireOpenToChanges()
        guard shop != old else { return }  // Nothing is different: there is nothing to publish.
        try tx.shops.update(shop, from: old)
        if shop.news != .none { try tx.publish(ListingUpdated(listing: try listing(shop))) }
    }

    func take(_ step: Shop.Step, _ shopId: PathNumber) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manage)
        let old = try tx.shops.require(try shopId.number())
        var shop = old
        try shop.take(step, at: tx.now)
        try tx.shops.update(shop, from: old)
        if shop.state == .closed {
            try tx.publish(ListingWithdrawn(listing: try listing(shop)))
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
