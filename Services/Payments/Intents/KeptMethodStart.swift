import Contracts
import Kernel
import PaymentsKit
import PaymentsMethods

/// A payment that names a method starts with its intent. Nobody waits for an answer, so what forbids it is a failed attempt.
struct KeptMethodStart {
    let tx: PaymentsTransaction
    private static let notFound = "payment_method_not_found"

    enum Choice {
        case kept(MethodID)
        /// What another payment of the same customer was made with.
        case methodOf(PaymentID)
        /// The customer's default.
        case usual
    }

    func start(_ payment: inout Payment, with choice: Choice) throws {
        switch choice {
        case .kept(let method):
            try start(&payment, ConfirmPayment(paymentId: payment.id, paymentMethodId: method))
        case .methodOf(let other):
            guard try tx.payments.find(other)?.userId == payment.userId, let token = try tx.payments.lastMethod(of: other),
                  tx.definition.has(plugin: token.type, of: .payments) else { return try fail(&payment, Self.notFound) }
            try start(&payment, ConfirmPayment(paymentId: payment.id, method: token))
        case .usual:
            guard let method = try tx.methods.usual(of: payment.userId) else {
                // The customer may still choose a method for the order; nobody asks again for a tip.
                if payment.purpose == .tip { try fail(&payment, Self.notFound) }
                return
            }
            try start(&payment, ConfirmPayment(paymentId: payment.id, paymentMethodId: method))
        }
    }

    private func start(_ payment: inout Payment, _ confirmation: ConfirmPayment) throws {
        var started = payment
        let result = try tx.savepoint { try confirmation.start(&started, in: tx) }
        switch result {
        case .success: payment = started
        case .failure(let rejection): try fail(&payment, rejection.status == 422 ? Self.notFound : "too_many_failures")
        }
    }

    private func fail(_ payment: inout Payment, _ code: String) throws {
        let attempt = Attempt(number: payment.attempts + 1, method: .unknown, startedAt: tx.now, deadlineAt: tx.now, fault: nil)
        payment.start(attempt, grace: nil)
        try tx.payments.update(payment)
        try tx.payments.insert(attempt, of: payment)
        try AttemptProgress(tx: tx).settle(.failed(code), attempt: attempt.number, &payment)
    }
}
