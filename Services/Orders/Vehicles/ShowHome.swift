import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Everything that the app's first page shows, in one answer.
package struct ShowHome<Orders: VehicleOrders>: Query {
    package static var type: MessageType { "orders.show-home.v1" }

    package func answer(in view: OrdersView) throws -> JSONValue {
        let customer = try view.user().userID
        let orders = try Orders.overview(of: customer, in: view)
        return [
            "vehicles": .array(try view.vehicles.all(of: customer).map(\.json)),
            "addresses": .array(try view.shownAddresses(view.addresses.all(of: customer))),
            "activeOrders": .array(orders.active), "recentOrders": .array(orders.recent),
            "balanceDueOrderId": orders.balanceDue.map { .string($0.rawValue) } ?? .null,
            "serverTime": .string(view.now.wholeSeconds.description),
        ]
    }
}
