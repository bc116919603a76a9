import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Who asks for something about a delivery.
struct DeliveryCaller {
    let user: User.ID
    let isDriver: Bool
    let isDispatcher: Bool

    init(_ user: User.ID, roles: [String], _ definition: TenantDefinition) {
        let permissions = definition.permissions(of: roles)
        self.user = user
        (isDriver, isDispatcher) = (permissions.contains(TruckSettings.drive), permissions.contains(TruckSettings.manage))
    }

    /// As whom the caller changes a delivery. Throws 404 for those whose business it is not, and 403 for a dispatcher who is
    /// the customer: about an own order everybody is a customer.
    func actor(on order: FuelOrder) throws(Rejection) -> FuelActor {
        if isDriver, order.driver?.id == user { return .driver }
        guard isDispatcher else { throw .notFound }
        guard order.customer != user else { throw .forbidden }
        return .dispatcher
    }
    /// As `actor`, for what only a driver does.
    func driver(of order: FuelOrder) throws(Rejection) -> FuelDriver {
        guard isDriver, let driver = order.driver, driver.id == user else { throw .notFound }
        return driver
    }
}
