import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// `GET /ratings/my-ratings`: what somebody said of shops, the newest first.
package struct MyShopRatings: Query {
    package static let type: MessageType = "catalog.my-shop-ratings.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let presenter = try ShopPresenter(view)
        let found = try view.shopRatings.page(by: user, limit: request.perPage, offset: request.offset)
        let listed = try view.shopLists.listed(found.ratings.map(\.rating.shopID), presenter.viewer)
        let shops = Dictionary(listed.map { ($0.id, $0) }) { first, _ in first }
        return JSONBody(capacity: 256 + found.ratings.count * 600) { (writer: inout JSONWriter) in
            writer.member("data", array: found.ratings) { writer, shown in
                writer.object { writer in
                    presenter.ratingMembers(shown, to: &writer)
                    guard let shop = shops[shown.rating.shopID] else { return }
                    writer.member("shop") { writer in
                        writer.member("id", shop.id)
                        presenter.names(shop.names, to: &writer)
                        presenter.category(shop.categoryID, to: &writer)
                        presenter.neighborhood(shop.neighborhoodID, to: &writer)
                    }
                }
            }
            writer.pageMeta(request, total: found.total)
        }
    }
}
