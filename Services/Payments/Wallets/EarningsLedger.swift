import Contracts
import Kernel
import PaymentsKit

/// Books what sales earn, what refunds take back, and what is released. Every line is booked once, however often its event arrives.
package struct EarningsLedger {
    package let tx: PaymentsTransaction
    package init(tx: PaymentsTransaction) { self.tx = tx }

    /// A paid order is complete: its face value less the platform's fee belongs to the organizer, on hold until the event is over.
    package func bookSale(_ order: OrderCompleted) throws {
        // Only tickets are sold for an organizer; what else is sold is the platform's own.
        guard let organizer = order.organizerId, let event = order.eventId, let total = order.total, let fee = order.fee else { return }
        // Free tickets earn nothing; a sale is booked once.
        guard total.amount > 0, try tx.ledger.order(order.orderId) == nil else { return }
        // The catalog knows the event's current title; the order has the title of the day it was placed.
        if try tx.ledger.event(event) == nil { try tx.ledger.saveEvent(event, organizer: organizer, title: order.title ?? "") }
        try tx.ledger.save(OrderEarnings(orderId: order.orderId, userId: organizer, eventId: event, paymentId: order.paymentId,
                                         gross: total.amount, fee: fee.amount))
        let bucket = try bucket(of: order.orderId)
        try add("sale:\(order.orderId)", .sale, total.amount, bucket, organizer, event, order.orderId)
        try add("fee:\(order.orderId)", .fee, -fee.amount, bucket, organizer, event, order.orderId)
        try bookRefunds(of: order.orderId)
    }

    /// Books what went back and is not in the books. A refund may be faster than the news of its sale.
    package func bookRefunds(of order: OrderID) throws {
        // Not a sale (yet), or all of it is taken back.
        guard var earnings = try tx.ledger.order(order), earnings.refunded < earnings.gross else { return }
        let percent = try tx.settings().platformFeePercent
        for refund in try tx.ledger.succeededRefunds(of: earnings) where try !tx.ledger.has("refund:\(refund.id)", of: earnings.userId) {
            let share = earnings.refund(refund.amount.amount, usualPercent: percent)
            try tx.ledger.save(earnings)
            let bucket = try bucket(of: order)
            try add("refund:\(refund.id)", .refund, -refund.amount.amount, bucket, earnings.userId, earnings.eventId, order)
            try add("fee-reversal:\(refund.id)", .feeReversal, share, bucket, earnings.userId, earnings.eventId, order)
        }
    }

    /// What an event earned can be withdrawn.
    package func release(_ event: EventID) throws {
        guard let state = try tx.ledger.event(event), state.releasedAt == nil else { return }  // Nothing was sold, or it is released.
        let amount = try tx.ledger.onHold(of: event)
        try tx.ledger.markReleased(event, at: tx.now)
        // An event that was moved after its end and took place again is released more than once.
        let isAgain = try tx.ledger.has("release:\(event):from", of: state.userId)
        let name = isAgain ? "release:\(event):\(tx.now.millisecondsSinceEpoch)" : "release:\(event)"
        try move(name, .release, amount, from: .onHold, to: .available, of: state.userId, event: event)
        try tx.publish(EarningsReleased(eventId: event, organizerId: state.userId, amount: amount, currency: tx.definition.currency))
    }

    /// Two lines whose sum is nothing.
    package func move(_ id: String, _ kind: LedgerEntry.Kind, _ amount: Int, from: Bucket, to: Bucket, of user: User.ID,
              event: EventID? = nil) throws {
        try add("\(id):from", kind, -amount, from, user, event, nil)
        try add("\(id):to", kind, amount, to, user, event, nil)
    }

    private func bucket(of order: OrderID) throws -> Bucket { try tx.ledger.isReleased(order) ? .available : .onHold }

    private func add(_ id: String, _ kind: LedgerEntry.Kind, _ amount: Int, _ bucket: Bucket, _ user: User.ID, _ event: EventID?,
                     _ order: OrderID?) throws {
        guard amount != 0 else { return }  // A line of nothing says nothing.
        try tx.ledger.add(LedgerEntry(id: id, userId: user, kind: kind, bucket: bucket, amount: Money(amount, tx.definition.currency),
            eventId: event, orderId: order, at: tx.now))
    }
}
