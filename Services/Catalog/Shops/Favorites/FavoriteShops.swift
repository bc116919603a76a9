import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /favorites`: shops somebody keeps, the newest first; those that are closed or suspended are left out.
package struct FavoriteShops: Query {
    package static let type: MessageType = "catalog.favorite-shops.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        return try ShopPresenter(view).favorites(of: user, try PageRequest(page: page, perPage: perPage))
    }
}
