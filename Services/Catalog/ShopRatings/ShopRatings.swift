import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// `GET /ratings`: what people say of a shop, with the summary of all of it.
package struct ShopRatings: Query {
    package static let type: MessageType = "catalog.shop-ratings.v1"
    let shopId: Int?
    let stars: Int?
    let sort: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        check.require(shopId != nil, "shopId", "is required")
        check.number("stars", stars, 1...5, required: false)
        let order = ShopRatingStore.Order(rawValue: sort ?? ShopRatingStore.Order.newest.rawValue)
        check.require(order != nil, "sort", "must be one of \(ShopRatingStore.Order.allCases.map(\.rawValue).joined(separator: ", "))")
        let request = try check.page(page, perPage)
        let shop = try view.shops.requireActive(shopId ?? 0)
        let found = try view.shopRatings.page(of: shop.id, stars: stars, order ?? .newest, limit: request.perPage, offset: request.offset)
        let counts = try view.shopRatings.distribution(of: shop.id)
        let sum = zip(1...5, counts).map { $0 * $1 }.reduce(0, +)
        let presenter = try ShopPresenter(view)
        return JSONBody(capacity: 256 + found.ratings.count * 400) { (writer: inout JSONWriter) in
            writer.member("data", array: found.ratings) { presenter.rating($1, to: &$0) }
            writer.pageMeta(request, total: found.total)
            writer.member("summary") { writer in
                writer.member("averageRating", Stars.average(sum: sum, count: counts.reduce(0, +)))
                writer.member("ratingsCount", counts.reduce(0, +))
                presenter.distribution("distribution", counts, to: &writer)
            }
        }
    }
}
