import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// `GET /restaurants/{restaurantId}/menu`: everything a restaurant sells, by category. Who manages it sees the stock, too.
package struct RestaurantMenu: Query {
    package static let type: MessageType = "catalog.restaurant-menu.v1"
    let restaurantId: RestaurantID

    package func answer(in view: CatalogView) throws -> JSONBody {
        let viewer = RestaurantViewer(view)
        let restaurant = try view.restaurants.require(restaurantId, seenBy: viewer)
        let presenter = MenuPresenter(try view.portions(of: restaurantId), definition: view.definition, languages: view.languages,
                                      now: view.now, showsStock: viewer.mayManage(restaurant))
        let categories = try view.menuCategories.of(restaurantId)
        let items = Dictionary(grouping: try view.menuItems.live(of: restaurantId)) { $0.categoryID }
        let languages = view.languages
        let currency = view.definition.currency.code
        return JSONBody(capacity: 16_384) { (writer: inout JSONWriter) in
            writer.member("restaurantId", restaurantId)
            writer.member("menuVersion", restaurant.menuVersion)
            writer.member("currency", currency)
            writer.member("categories", array: categories) { writer, category in
                writer.object { writer in
                    MenuPresenter.category(category, languages: languages, to: &writer)
                    writer.member("items", array: items[category.id] ?? []) { writer, item in
                        writer.object { presenter.item(item, to: &$0) }
                    }
                }
            }
            // The same in one list: a cart finds its items by their ids.
            writer.member("items", array: categories.flatMap { items[$0.id] ?? [] }) { writer, item in
                writer.object { presenter.item(item, to: &$0) }
            }
        }
    }
}
