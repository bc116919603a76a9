import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone: people may have changed it since.
extension ImportShop: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        if try tx.shops.exists(shopId) { return NoContent() }
        guard let state = Shop.State(rawValue: status) else { throw Rejection.invalid(["status": ["is not known"]]) }
        var check = Validation()
        let hours = try openingHours.flatMap { OpeningHours.read(try JSONValue(encoding: $0), "openingHours", &check) }
        try check.check()
        let shop = Shop(id: shopId, state: state, names: names, categoryID: categoryId, neighborhoodID: neighborhoodId,
                        discountBasisPoints: discountBasisPoints, phone: phone, address: address,
                        place: Coordinates(latitude: latitude, longitude: longitude),
                        hours: hours, specialDays: [], vendors: vendorUserIds.sorted(), createdAt: createdAt, publishedAt: publishedAt)
        try tx.numbers.take(.shop, shopId)
        try tx.shops.insert(shop)
        let listing = try ShopChange(tx).listing(shop)
        switch shop.news {
        case .none: break
        case .published: try tx.publish(ListingPublished(listing: listing, imported: true))
        case .updated: try tx.publish(ListingUpdated(listing: listing, imported: true))
        }
        return NoContent()
    }
}
