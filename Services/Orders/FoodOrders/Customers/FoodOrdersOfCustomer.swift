import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// The caller's own orders, newest first.
package struct FoodOrdersOfCustomer: Query {
    package static let type: MessageType = "orders.food-orders-of-customer.v1"
    package let status: String?
    package let from: String?
    package let to: String?
    package let updatedSince: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        var filter = FoodOrderFilter(.customer(try view.user().userID))
        try filter.read(status: status, from: from, to: to, updatedSince: updatedSince, in: view.localZone())
        return try view.foodPage(filter, PageRequest(page: page, perPage: perPage))
    }
}

/// Those of them that are on their way.
package struct ActiveFoodOrders: Query {
    package static let type: MessageType = "orders.active-food-orders.v1"
    package let status: String?
    package let from: String?
    package let to: String?
    package let updatedSince: String?
    package let page: Int?
    package let perPage: Int?

    package func answer(in view: OrdersView) throws -> Page<JSONValue> {
        var filter = FoodOrderFilter(.customer(try view.user().userID))
        try filter.read(status: status, from: from, to: to, updatedSince: updatedSince, in: view.localZone())
        filter.statuses.removeAll(where: \.isFinal)
        return try view.foodPage(filter, PageRequest(page: page, perPage: perPage))
    }
}

extension FoodOrderFilter {
    /// Reads the parameters of a list. Throws 422 for what is none of them.
    mutating func read(status: String?, from: String?, to: String?, updatedSince: String?, in zone: TimeZoneRules) throws {
        var check = Validation()
        read(status: status, &check)
        period = LocalPeriod(from: from, to: to, in: zone, check: &check)
        if let updatedSince {
            self.updatedSince = Timestamp(updatedSince)
            if self.updatedSince == nil { check.fail("updatedSince", "must be a time (RFC 3339)") }
        }
        try check.check()
    }
}

extension OrdersView {
    func foodPage(_ filter: FoodOrderFilter, _ request: PageRequest) throws -> Page<JSONValue> {
        // No state fits: no row is looked at.
        guard !filter.statuses.isEmpty else { return Page([], request, total: 0) }
        let (orders, total) = try foodOrders.page(filter, limit: request.perPage, offset: request.offset)
        let presenter = foodPresenter()
        return Page(try orders.map(presenter.summary), request, total: total)
    }
}
