import CatalogKit
import CatalogRestaurants
import Contracts
import Kernel
import ServiceKit

/// `GET /menu-items/{itemId}`: one item as those see it who manage its restaurant.
package struct MenuItemDetails: Query {
    package static let type: MessageType = "catalog.menu-item-details.v1"
    let itemId: MenuItemID

    package func answer(in view: CatalogView) throws -> JSONBody {
        guard let item = try view.menuItems.find(itemId), !item.isArchived else { throw Rejection.notFound }
        _ = try view.restaurants.require(item.restaurantID, managedBy: RestaurantViewer(view))
        let presenter = MenuPresenter(try view.portions(of: item.restaurantID), definition: view.definition, languages: view.languages,
                                      now: view.now, showsStock: true)
        return JSONBody { (writer: inout JSONWriter) in presenter.item(item, to: &writer) }
    }
}
