import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Tells the next orders of a cancelled event, and then itself to go on: a large event does not hold up the shard.
package struct CancelEventOrders: Command {
    package static let type: MessageType = "orders.cancel-event-orders.v1"
    package let eventId: EventID
    /// The last order that was told.
    package let after: OrderID?
    /// When the event was cancelled the time before; nil: it was not.
    package let earlier: Timestamp?
    package init(eventId: EventID, after: OrderID?, earlier: Timestamp?) {
        (self.eventId, self.after, self.earlier) = (eventId, after, earlier)
    }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        let slice = try tx.orders.slice(ofEvent: eventId, after: after, limit: EventCancellation.ordersPerSlice)
        var touched = 0
        for id in slice {
            guard let order = try tx.orders.find(id) else { continue }
            let left = RefundRules.left(of: order, promised: try tx.refunds.promised(of: id, payment: order.status.payment))
            let hasTickets = try tx.tickets.activeCount(of: id) > 0
            try TicketSale.handle(.eventCancelled(refundable: left.money), of: id, in: tx)
            if order.concernsCancelledEvent(after: earlier, hasTickets: hasTickets) { touched += 1 }
        }
        let isLast = slice.count < EventCancellation.ordersPerSlice
        try tx.cancellations.ordersHandled(of: eventId, touched, isLast: isLast)
        if isLast { try tx.closeCancellationIfSettled(eventId) } else {
            try tx.send(CancelEventOrders(eventId: eventId, after: slice.last, earlier: earlier))
        }
        return NoContent()
    }
}

/// A day after the cancellation its report is closed, whatever is still open.
package struct CloseCancellation: Command {
    package static let type: MessageType = "orders.close-cancellation.v1"
    package let eventId: EventID
    package init(eventId: EventID) { self.eventId = eventId }
    static func timer(_ event: EventID) -> String { "cancellation:\(event)" }

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        // Settled while the timer's message was on its way.
        guard let report = try tx.cancellations.find(eventId), report.closedAt == nil else { return NoContent() }
        try tx.closeCancellation(eventId)
        return NoContent()
    }
}

extension OrdersTransaction {
    /// Closes the report once every order was told and no refund is on its way.
    func closeCancellationIfSettled(_ event: EventID) throws {
        // Something is still on its way; or closed before.
        guard let report = try cancellations.find(event), report.closedAt == nil, report.isSettled else { return }
        cancelTimer(CloseCancellation.timer(event))
        try closeCancellation(event)
    }

    func closeCancellation(_ event: EventID) throws {
        try cancellations.close(event, at: now)
        // Started with both: both are there.
        guard let report = try cancellations.find(event), let organizer = try events.find(event)?.organizerId else { return }
        let currency = definition.currency
        try publish(EventCancellationCompleted(
            eventId: event, organizerId: organizer, state: report.state.rawValue, attendees: report.attendees, tickets: report.tickets,
            orders: report.orders,
            refunded: report.refundsSucceeded, failed: report.refundsFailed + report.refundsPending,
            refundTotal: Money(report.refundTotal, currency), refundedTotal: Money(report.refundedTotal, currency)))
    }
}

extension TicketOrder {
    /// Whether it held seats or money when its event was cancelled. The catalog gives the seats of open orders back first; those that
    /// a cancellation before ended, which was undone, were placed before it. Of a completed one all tickets may have ended without money,
    /// with the accounts of their holders.
    func concernsCancelledEvent(after earlier: Timestamp?, hasTickets: Bool) -> Bool {
        switch status {
        case .pending, .preparing, .awaitingPayment, .confirming, .reclaiming, .returning: true
        case .completed(let payment), .partiallyRefunded(let payment): hasTickets || payment != nil && paymentState != .refunded
        case .cancelled(.eventCancelled, _): placedAt > earlier ?? .distantPast
        case .refunded, .refused, .expired, .cancelled: false
        }
    }
}
