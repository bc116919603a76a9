import Contracts
import Kernel
import ServiceKit

/// Undoes what an erased person still had before them: open orders end, tickets of events that are not over are refunded where the policy allows and cancelled
/// otherwise. Some orders at a time, then the command tells itself to go on.
package struct UndoOrdersOfErased: Command {
    package static let type: MessageType = "orders.undo-orders-of-erased.v1"
    package let userId: User.ID
    /// The last order that was looked at.
    package struct Place: Codable, Sendable {
        package let placedAt: Timestamp
        package let orderId: OrderID
    }
    package let after: Place?
    package init(userId: User.ID, after: Place?) { (self.userId, self.after) = (userId, after) }

    static let ordersPerSlice = 200
    /// What `TicketsCancelled` says of tickets without refund.
    static let reason = "account-erased"

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let slice = try tx.orders.slice(ofBuyer: userId, after: after.map { ($0.placedAt, $0.orderId) }, limit: Self.ordersPerSlice)
        var last: Place?
        for id in slice {
            guard let order = try tx.orders.find(id) else { continue }
            last = Place(placedAt: order.placedAt, orderId: id)
            switch order.status {
            case .completed(let payment), .partiallyRefunded(let payment): try undo(order, payment, in: tx)
            case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming: try tx.tell(id, .buyerErased)
            case .returning, .refunded, .refused, .expired, .cancelled: break  // Nothing is held, and no money stays.
            }
        }
        if slice.count == Self.ordersPerSlice, let last { try tx.send(UndoOrdersOfErased(userId: userId, after: last)) }
        return NoContent()
    }

    private func undo(_ order: TicketOrder, _ payment: PaymentID?, in tx: OrdersTransaction) throws {
        guard let event = try tx.events.known(order.eventId), tx.now < event.event.endDate else { return }  // It is over: its tickets are history.
        let valid = try tx.tickets.of(order: order.id).filter { $0.status == .valid && $0.holder == userId }
        guard !valid.isEmpty else { return }
        if let until = event.refundableUntil, tx.now <= until {
            _ = try TicketReturn(tx).refund(valid, of: order, payment: payment, reason: nil)
        } else {
            try TicketReturn(tx).end(valid, of: order, as: .cancelled, because: Self.reason, name: "\(order.id):erased")
        }
    }
}
