import Contracts
import Kernel
import ServiceKit

/// An account is gone: names go, what was still to come is undone, rows of money and of tickets that were used stay.
package struct OnUserErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try tx.forgetMember(event.userId)
        try tx.people.erase(event.userId)
        if tx.definition.has(plugin: TicketSale.name, of: Orders.name) { try tx.send(UndoOrdersOfErased(userId: event.userId, after: nil)) }
    }
}
