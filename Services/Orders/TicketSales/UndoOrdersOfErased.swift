import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Undoes the open business of an erased person: ends open orders, and for events that are not over refunds tickets
/// where the policy allows and cancels them otherwise. Handles some orders, then sends itself again.
package struct UndoOrdersOfErased: Command {
    package static let type: MessageType = "orders.undo-orders-of-erased.v1"
    package let userId: User.ID
    /// The last order that was handled.
    package struct Place: Codable, Sendable {
        package let placedAt: Timestamp
        package let orderId: OrderID
    }
    package let after: Place?
    package init(userId: User.ID, after: Place?) { (self.userId, self.after) = (userId, after) }

    static let ordersPerSlice = 200
    /// The reason in `TicketsCancelled` for tickets without a refund.
    static let reason = "account-erased"

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let slice = try tx.orders.slice(ofBuyer: userId, after: after.map { ($0.placedAt, $0.orderId) }, limit: Self.ordersPerSlice)
        var last: Place?
        for id in slice {
            guard let order = try tx.orders.find(id) else { continue }
            last = Place(placedAt: order.placedAt, orderId: id)
            switch order.status {
            case .completed(let payment), .partiallyRefunded(let payment): try undo(order, payment, in: tx)
            case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .expired:
                try TicketSale.handle(.buyerErased, of: id, in: tx)
            case .returning, .refunded, .refused, .cancelled: break  // It holds nothing, and no money stays.
            }
        }
        if slice.count == Self.ordersPerSlice, let last { try tx.send(UndoOrdersOfErased(userId: userId, after: last)) }
        return NoContent()
    }

    private func undo(_ order: TicketOrder, _ payment: PaymentID?, in tx: OrdersTransaction) throws {
        let outcome = RefundRules.erased(try tx.events.known(order.eventId), at: tx.now)
        let valid = try RefundRules.ending(tx.tickets.of(order: order.id)).filter { $0.holder == userId }
        guard outcome != .kept, !valid.isEmpty else { return }
        if outcome == .refunded {
            _ = try TicketReturn(tx).refund(valid, of: order, payment: payment, reason: nil)
        } else {
            try TicketReturn(tx).end(valid, of: order, as: .cancelled, because: Self.reason, name: "\(order.id):erased")
        }
    }
}

extension TicketSale {
    package static func buyerErased(_ buyer: User.ID, in tx: OrdersTransaction) throws {
        try tx.tickets.eraseNames(of: buyer)
        try tx.refunds.eraseReasons(of: buyer)
        try tx.orders.eraseAttendees(of: buyer)
        // Orders of a tenant that no longer sells tickets end, too.
        let hasOrders = try tx.definition.has(plugin: name, of: .orders) || !tx.orders.slice(ofBuyer: buyer, after: nil, limit: 1).isEmpty
        if hasOrders { try tx.send(UndoOrdersOfErased(userId: buyer, after: nil)) }
    }
}
