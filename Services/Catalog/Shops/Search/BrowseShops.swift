import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /shops`: shops by category, neighbourhood, words, place and opening hours, in six orders.
package struct BrowseShops: Query {
    package static let type: MessageType = "catalog.browse-shops.v1"
    private let question: ShopQuestion
    package init(from decoder: any Decoder) throws { question = try ShopQuestion(from: decoder) }

    package func answer(in view: CatalogView) throws -> JSONBody { try question.answer(in: view, needsPlace: false) }
}

/// `GET /shops/nearby`: the same around a place, within a radius.
package struct NearbyShops: Query {
    package static let type: MessageType = "catalog.nearby-shops.v1"
    private let question: ShopQuestion
    package init(from decoder: any Decoder) throws { question = try ShopQuestion(from: decoder) }

    package func answer(in view: CatalogView) throws -> JSONBody { try question.answer(in: view, needsPlace: true) }
}

/// What both lists are asked with.
private struct ShopQuestion: Decodable {
    let categoryId: Int?
    let neighborhoodId: Int?
    let search: String?
    let latitude: String?
    let longitude: String?
    let radius: String?
    let openNow: Bool?
    let sort: String?
    let page: Int?
    let perPage: Int?

    func answer(in view: CatalogView, needsPlace: Bool) throws -> JSONBody {
        var check = Validation()
        var search = ShopSearch()
        (search.categoryId, search.neighborhoodId, search.search, search.openNow, search.sort) =
            (categoryId, neighborhoodId, self.search, openNow, sort)
        (search.latitude, search.longitude, search.radius) = (latitude, longitude, radius)
        let filter = search.filter(try view.shopSettings().nearby, needsPlace: needsPlace, &check)
        let request = try check.page(page, perPage)
        return try ShopPresenter(view).page(filter, request)
    }
}
