import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One order, for its customer, its driver and the staff.
package struct FuelOrderDetails: Query {
    package static let type: MessageType = "orders.fuel-order-details.v1"
    let orderId: OrderID
    let fields: String?

    package func answer(in view: OrdersView) throws -> JSONValue {
        let viewer = try view.fuelViewer()
        try viewer.requireAnyRole()
        let order = try view.fuelOrders.require(orderId)
        guard viewer.sees(order) else { throw Rejection.notFound }
        return try view.fuelPresenter().answer(order, for: viewer.reader).reduced(to: fields)
    }
}

/// Where the driver of an order is, for its customer and the staff.
package struct TrackFuelOrder: Query {
    package static let type: MessageType = "orders.track-fuel-order.v1"
    let orderId: OrderID

    package func answer(in view: OrdersView) throws -> JSONValue {
        let viewer = try view.fuelViewer()
        let order = try view.fuelOrders.require(orderId)
        guard viewer.followsAsCustomer(order) || viewer.isStaff else { throw Rejection.notFound }
        return try view.fuelPresenter().tracking(order)
    }
}
