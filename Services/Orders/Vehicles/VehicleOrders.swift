import Contracts
import Kernel
import OrdersKit

/// The orders that are made for vehicles, as far as vehicles and the app's first page know them.
package protocol VehicleOrders: Sendable {
    /// The plugin whose tenants have vehicles. An `OrderWorkflow` has it already.
    static var name: String { get }

    /// The open order of a vehicle, after what the timers of its orders owed by now. Nil: there is none.
    static func openOrder(of vehicle: VehicleID, in tx: OrdersTransaction) throws -> OrderID?
    /// A customer's orders for the app's first page.
    static func overview(of customer: User.ID, in view: OrdersView) throws -> OrdersOverview
}

/// Orders as the app's first page shows them.
package struct OrdersOverview: Sendable, Equatable {
    /// Full orders that are open, newest first.
    package let active: [JSONValue]
    /// The five newest that ended.
    package let recent: [JSONValue]
    /// The order that still has to be paid; nil: none.
    package let balanceDue: OrderID?
    package init(active: [JSONValue], recent: [JSONValue], balanceDue: OrderID?) {
        (self.active, self.recent, self.balanceDue) = (active, recent, balanceDue)
    }
}
