import Contracts
import Kernel
import OrdersFuelQuotes
import OrdersKit
import OrdersVehicles
import ServiceKit

// What vehicles, quotes and the app's first page know of orders.
extension FuelSale: VehicleOrders, QuotedOrders {
    /// One that waits for its window is open, too, though nobody sees it.
    package static func openOrder(of vehicle: VehicleID, in tx: OrdersTransaction) throws -> OrderID? {
        if let id = try tx.fuelOrders.open(of: vehicle), let order = try load(id, in: tx), !order.status.isFinal { return id }
        return try tx.fuelRequests.find(of: vehicle)?.id
    }

    package static func hasOrdered(_ customer: User.ID, in tx: OrdersTransaction) throws -> Bool {
        if try !tx.fuelRequests.all(of: customer).isEmpty { return true }
        return try tx.fuelOrders.hasOrdered(customer)
    }

    package static func overview(of customer: User.ID, in view: OrdersView) throws -> OrdersOverview {
        var open = FuelOrderFilter(.customer(customer)), past = open
        open.statuses = FuelOrderStatus.allCases.filter { !$0.isFinal }
        past.statuses = FuelOrderStatus.allCases.filter(\.isFinal)
        let presenter = view.fuelPresenter(), reader = FuelReader(user: customer, isStaff: false)
        func shown(_ filter: FuelOrderFilter, _ limit: Int) throws -> [JSONValue] {
            try view.fuelOrders.page(filter, limit: limit, offset: 0).orders.map { try presenter.answer($0, for: reader) }
        }
        return OrdersOverview(active: try shown(open, activeMax), recent: try shown(past, recentMax),
                              balanceDue: try view.fuelOrders.owed(by: customer))
    }
    /// One open order per vehicle, and so many vehicles.
    private static let activeMax = 100
    private static let recentMax = 5
}
