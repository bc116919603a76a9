import Contracts
import Kernel
import PaymentsKit
import PaymentsWallets
import ServiceKit

/// Seeding. A payment that is here stays as it is. What was earned with it is in the imported wallet; here it is noted
/// so that a refund can be booked and the event's earnings show the sale.
extension ImportPayment: Command {
    public typealias Answer = NoContent
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        let isReleased = amount.amount == 0 && authorized.map { $0.amount > 0 } ?? false
        guard amount.amount > 0 || isReleased, try tx.payments.find(paymentId) == nil else { return NoContent() }
        let made = min(createdAt ?? paidAt, paidAt)
        let attempt = Attempt(number: 1, method: method(tx), startedAt: made, deadlineAt: made, fault: nil)
        let capture = Capture(attempt: attempt, at: paidAt)
        let authorization = authorized.map {
            Authorization(attempt: 1, amount: $0.amount, expiresAt: made + Authorization.lifetime, captures: isReleased ? 0 : 1,
                          captured: isReleased ? nil : amount.amount)
        }
        let payment = Payment(id: paymentId, orderId: orderId, userId: userId, organizerId: organizerId, eventId: eventId,
                              amount: authorized ?? amount, createdAt: made, holdExpiresAt: nil,
                              status: isReleased ? .canceled(at: paidAt) : refunded ? .refunded(capture) : .succeeded(capture),
                              attempts: 1,
                              refundedAmount: refunded ? amount.amount : 0,
                              captureMethod: authorized == nil ? .automatic : .manual, purpose: purpose, authorization: authorization)
        try tx.payments.insert(payment)
        try tx.payments.insert(attempt, of: payment)
        try tx.payments.update(payment)
        if refunded {
            let at = max(refundedAt ?? paidAt, paidAt)
            try tx.refunds.insert(Refund(id: RefundID(DeterministicID.make("imported-refund", paymentId.rawValue)), paymentId: paymentId,
                                         amount: amount, reason: "", status: .succeeded(at: at), createdAt: at))
        }
        try bookSale(in: tx)
        return NoContent()
    }

    private func bookSale(in tx: PaymentsTransaction) throws {
        guard let eventId, let organizerId, let title else { return }  // Not the sale of an event.
        if try tx.ledger.event(eventId) == nil { try tx.ledger.saveEvent(eventId, organizer: organizerId, title: title) }
        if let releasedAt { try tx.ledger.markReleased(eventId, at: releasedAt) }
        let fee = amount.share(percent: try tx.settings().platformFeePercent)
        try tx.ledger.save(OrderEarnings(orderId: orderId, userId: organizerId, eventId: eventId, paymentId: paymentId,
                                         gross: amount.amount, fee: fee.amount, refunded: refunded ? amount.amount : 0,
                                         feeReversed: refunded ? fee.amount : 0))
    }

    /// Where earners are paid out to phones, most people pay by phone.
    private func method(_ tx: PaymentsTransaction) -> MethodToken {
        if let paidWith, let known = tx.providers.named(paidWith.method)?.importedMethod {
            return MethodToken(type: known.type, reference: known.reference, last4: paidWith.last4 ?? known.last4,
                               brand: paidWith.brand ?? known.brand, expMonth: known.expMonth, expYear: known.expYear)
        }
        let offered = tx.providers.all.filter { tx.definition.has(plugin: $0.name, of: .payments) && $0.importedMethod != nil }
        let chosen = offered.first { $0.paysOut } ?? offered.first
        return chosen?.importedMethod ?? MethodToken(type: "cash", reference: "cash", last4: "")
    }
}
