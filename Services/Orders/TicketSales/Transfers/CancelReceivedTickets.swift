import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Ends the tickets that an erased person was given, without money: the seats are for sale again. Some at a time, then sends itself again.
package struct CancelReceivedTickets: Command {
    package static let type: MessageType = "orders.cancel-received-tickets.v1"
    package let userId: User.ID
    package init(userId: User.ID) { self.userId = userId }

    static let ticketsPerSlice = 200

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let slice = try tx.tickets.received(by: userId, limit: Self.ticketsPerSlice)
        for ticket in slice {
            guard let order = try tx.orders.find(ticket.orderId) else { continue }
            try TicketReturn(tx).end([ticket], of: order, as: .cancelled, because: UndoOrdersOfErased.reason, name: "\(ticket.id):erased")
        }
        if slice.count == Self.ticketsPerSlice { try tx.send(self) }
        return NoContent()
    }
}
