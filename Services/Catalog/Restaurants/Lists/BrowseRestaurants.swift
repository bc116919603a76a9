import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /restaurants`: active restaurants by words, cuisine, opening, place and zone, in five orders.
package struct BrowseRestaurants: Query {
    package static let type: MessageType = "catalog.browse-restaurants.v1"
    private let search: RestaurantSearch
    private let page: Int?
    private let perPage: Int?

    private enum Key: String, CodingKey { case page, perPage }
    package init(from decoder: any Decoder) throws {
        search = try RestaurantSearch(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        page = try values.decodeIfPresent(Int.self, forKey: .page)
        perPage = try values.decodeIfPresent(Int.self, forKey: .perPage)
    }

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let filter = search.filter(try RestaurantSettings.of(view.definition), &check)
        let request = try check.page(page, perPage)
        let presenter = RestaurantPresenter(view)
        let language = presenter.languages.first ?? ""
        let found = try RestaurantListStore(view.restaurants, language: language, at: view.now)
            .page(filter, limit: request.perPage, offset: request.offset)
        let restaurants = try view.restaurants.find(found.ids)
        return try JSONBody(capacity: 128 + restaurants.count * 900) { (writer: inout JSONWriter) in
            try writer.member("data", array: restaurants) { writer, restaurant in
                try writer.object { try presenter.card(restaurant, near: filter.near, to: &$0) }
            }
            writer.pageMeta(request, total: found.total)
        }
    }
}
