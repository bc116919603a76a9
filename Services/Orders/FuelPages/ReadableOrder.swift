import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import ServiceKit

extension OrdersView {
    /// An order as its customer and staff see it. Throws 404 for everybody else, its driver included.
    func readableFuelOrder(_ id: OrderID) throws -> FuelOrder {
        let viewer = try fuelViewer(), order = try fuelOrders.require(id)
        guard viewer.followsAsCustomer(order) || viewer.isStaff else { throw Rejection.notFound }
        return order
    }
}
