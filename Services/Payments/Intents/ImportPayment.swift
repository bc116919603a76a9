import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Seeding. A payment that is here stays as it is. What was earned with it is in the imported wallet; here it is noted
/// so that a refund can be booked and the event's earnings show the sale.
extension ImportPayment: Command {
    public typealias Answer = NoContent
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard amount.amount > 0, try tx.payments.find(paymentId) == nil else { return NoContent() }
        let attempt = Attempt(number: 1, method: method(tx), startedAt: paidAt, deadlineAt: paidAt, fault: nil)
        let capture = Capture(attempt: attempt, at: paidAt)
        let payment = Payment(id: paymentId, orderId: orderId, userId: userId, organizerId: organizerId, eventId: eventId, amount: amount,
                              createdAt: paidAt,
                              holdExpiresAt: nil, status: refunded ? .refunded(capture) : .succeeded(capture), attempts: 1,
                              refundedAmount: refunded ? amount.amount : 0)
        try tx.payments.insert(payment)
        try tx.payments.insert(attempt, of: payment)
        try tx.payments.update(payment)
        if refunded {
            let at = max(refundedAt ?? paidAt, paidAt)
            try tx.refunds.insert(Refund(id: RefundID(DeterministicID.make("imported-refund", paymentId.rawValue)), paymentId: paymentId,
                                         amount: amount, reason: "", status: .succeeded(at: at), createdAt: at))
        }
        if try tx.ledger.event(eventId) == nil { try tx.ledger.saveEvent(eventId, organizer: organizerId, title: title) }
        if let releasedAt { try tx.ledger.markReleased(eventId, at: releasedAt) }
        let fee = amount.share(percent: try tx.settings().platformFeePercent)
        try tx.ledger.save(OrderEarnings(orderId: orderId, userId: organizerId, eventId: eventId, paymentId: paymentId,
                                         gross: amount.amount, fee: fee.amount, refunded: refunded ? amount.amount : 0,
                                         feeReversed: refunded ? fee.amount : 0))
        return NoContent()
    }

    /// Where earners are paid out to phones, most people pay by phone.
    private func method(_ tx: PaymentsTransaction) -> MethodToken {
        let offered = PaymentProviders.all.filter { tx.definition.has(plugin: $0.name, of: Payments.name) && $0.importedMethod != nil }
        let chosen = offered.first { $0.paysOut } ?? offered.first
        return chosen?.importedMethod ?? MethodToken(type: "cash", reference: "cash", last4: "")
    }
}
