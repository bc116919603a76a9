import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody who is gone works nowhere any more, and the services that check who works where hear of it.
struct StaffChange {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    /// More shops than one person can staff.
    private static let shopsMax = 10_000

    func leaveEverywhere(_ user: User.ID) throws {
        for id in try tx.shops.shops(ofVendor: user, limit: Self.shopsMax, offset: 0).ids {
            guard let old = try tx.shops.find(id) else { continue }
            var shop = old
            shop.vendors.removeAll { $0 == user }
            try tx.shops.update(shop, from: old)
            if shop.news != .none { try tx.publish(ListingUpdated(listing: try ShopChange(tx).listing(shop))) }
        }
    }
}
