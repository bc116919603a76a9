import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsMethods
import ServiceKit

/// An order wants to be paid. The same intent twice is one; another amount under the same id is refused.
extension CreateIntent: Command {
    public func handle(in tx: PaymentsTransaction) throws -> NoContent {
        guard amount > 0 else { throw Rejection.invalid(["amount": ["must be more than 0"]]) }
        guard currency == tx.definition.currency else { throw Rejection.invalid(["currency": ["is not \(tx.definition.currency)"]]) }
        if let known = try tx.payments.find(paymentId) {
            guard known.orderId == orderId, known.amount == Money(amount, currency) else {
                throw Rejection.conflict("intent-changed", "This payment exists for another order or amount.")
            }
        } else {
            try insert(in: tx)
        }
        return NoContent()
    }

    private func insert(in tx: PaymentsTransaction) throws {
        let fault = tx.definition.sandbox ? sandbox.flatMap { FaultInjection($0) } : nil
        var payment = Payment(id: paymentId, orderId: orderId, userId: userId, organizerId: organizerId, eventId: eventId,
                              amount: Money(amount, currency), createdAt: tx.now, holdExpiresAt: holdExpiresAt, fault: fault,
                              captureMethod: captureMethod ?? .automatic, purpose: purpose)
        if try tx.payments.sibling(of: payment) == .captured {
            // The order is paid: a second payment is refused before anybody can pay it.
            _ = payment.cancel(at: tx.now)
            try tx.payments.insert(payment)
            return try PaymentNews(tx).canceled(payment)
        }
        try tx.payments.insert(payment)
        if let clientSecretHash { try tx.guestKeys.insert(clientSecretHash, of: paymentId, returnURL: returnUrl, dueAt: holdExpiresAt) }
        var created = IntentCreated(paymentId: paymentId, orderId: orderId, userId: userId, amount: amount, currency: currency)
        created.purpose = purpose
        try tx.publish(created)
        let start = KeptMethodStart(tx: tx)
        if let paymentMethodId {
            try start.start(&payment, with: .kept(MethodID(paymentMethodId)))
        } else if let methodOfPaymentId {
            try start.start(&payment, with: .methodOf(methodOfPaymentId))
        } else if usesDefaultMethod == true {
            try start.start(&payment, with: .usual)
        }
    }
}
