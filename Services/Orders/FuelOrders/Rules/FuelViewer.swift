import Contracts
import Kernel
import OrdersTrucks
import ServiceKit

/// Somebody who looks at orders of fuel, or does something with them.
package struct FuelViewer: Sendable {
    package let user: User.ID
    private let permissions: Set<String>

    package init(user: User.ID, permissions: Set<String>) { (self.user, self.permissions) = (user, permissions) }

    package enum Permission {
        package static let place = "orders:place"
        package static let dispatch = TruckSettings.manage
    }

    package var isCustomer: Bool { permissions.contains(Permission.place) }
    package var isDriver: Bool { permissions.contains(TruckSettings.drive) }
    package var isStaff: Bool { permissions.contains(TruckSettings.manage) }

    /// How the caller reads orders of others, and of himself.
    package var reader: FuelReader { FuelReader(user: user, isStaff: isStaff) }

    /// Throws 403 for somebody who is neither customer nor driver nor staff.
    package func requireAnyRole() throws(Rejection) {
        guard isCustomer || isDriver || isStaff else { throw .forbidden(without: Permission.place) }
    }
    package func followsAsCustomer(_ order: FuelOrder) -> Bool { isCustomer && order.customer == user }

    /// Whether the caller may read it: its customer, its driver, staff.
    package func sees(_ order: FuelOrder) -> Bool {
        followsAsCustomer(order) || isStaff || (isDriver && order.driver?.id == user)
    }
    /// The role in which the caller changes it; its customer is never staff there, also when staff is all he still is. Throws 404
    /// for others.
    package func actor(in order: FuelOrder) throws(Rejection) -> FuelActor {
        guard followsAsCustomer(order) || isStaff else { throw .notFound }
        return order.customer == user ? .customer : .dispatcher
    }
}
