import Contracts
import Kernel
import OrdersKit

/// The orders that quotes are made for, as far as quotes know them.
package protocol QuotedOrders: Sendable {
    /// The plugin whose tenants have quotes. An `OrderWorkflow` has it already.
    static var name: String { get }

    /// Whether somebody has an order that neither failed nor was cancelled. One whose window is being claimed counts.
    static func hasOrdered(_ customer: User.ID, in tx: OrdersTransaction) throws -> Bool
}
