import Contracts
import Kernel
import ServiceKit

/// An account was erased: deletes names and undoes open business; rows of money and of used tickets stay.
package struct OnUserErased: Reaction {
    package init() {}
    package func handle(_ event: UserErased, in tx: OrdersTransaction) throws {
        try tx.forgetMember(event.userId)
        try tx.people.erase(event.userId)
        if tx.definition.has(plugin: TicketSale.name, of: Orders.name) { try tx.send(UndoOrdersOfErased(userId: event.userId, after: nil)) }
    }
}
