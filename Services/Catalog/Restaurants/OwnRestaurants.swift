import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /restaurants/mine`: an owner's restaurants in any state, newest first.
package struct OwnRestaurants: Query {
    package static let type: MessageType = "catalog.own-restaurants.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let owner = try view.user().userID
        let request = try PageRequest(page: page, perPage: perPage)
        let own = try view.restaurants.page(ofOwner: owner, limit: request.perPage, offset: request.offset)
        return try RestaurantPresenter(view).page(own, request, total: try view.restaurants.count(ofOwner: owner))
    }
}

/// `GET /admin/restaurants`: all of them, newest first.
package struct AllRestaurants: Query {
    package static let type: MessageType = "catalog.all-restaurants.v1"
    let status: String?
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let wanted = status.flatMap { Restaurant.Status(rawValue: $0) }
        if status != nil, wanted == nil { check.fail("status", "must be one of draft, active, suspended") }
        let request = try check.page(page, perPage)
        let found = try view.restaurants.page(wanted, limit: request.perPage, offset: request.offset)
        return try RestaurantPresenter(view).page(found.restaurants, request, total: found.total)
    }
}
