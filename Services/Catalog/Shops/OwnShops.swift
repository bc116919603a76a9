import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /vendor/shops`: the shops somebody works in, in any state.
package struct OwnShops: Query {
    package static let type: MessageType = "catalog.own-shops.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let own = try view.shops.shops(ofVendor: user, limit: request.perPage, offset: request.offset)
        return try ShopPresenter(view).ownShops(own.ids, request, total: own.total)
    }
}
