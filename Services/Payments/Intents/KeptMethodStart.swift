import Contracts
import Kernel
import PaymentsKit

/// A payment that names a kept method starts with its intent. Nobody waits for an answer, so what forbids it is a failed attempt.
struct KeptMethodStart {
    let tx: PaymentsTransaction

    func start(_ payment: inout Payment, with method: MethodID) throws {
        var started = payment
        let result = try tx.savepoint { try ConfirmPayment(paymentId: payment.id, paymentMethodId: method).start(&started, in: tx) }
        switch result {
        case .success: payment = started
        case .failure(let rejection): try fail(&payment, rejection.status == 422 ? "payment_method_not_found" : "too_many_failures")
        }
    }

    private func fail(_ payment: inout Payment, _ code: String) throws {
        let attempt = Attempt(number: payment.attempts + 1, method: MethodToken(type: CardProvider().name, reference: "unknown", last4: ""),
                              startedAt: tx.now, deadlineAt: tx.now, fault: nil)
        payment.start(attempt, grace: nil)
        try tx.payments.update(payment)
        try tx.payments.insert(attempt, of: payment)
        try AttemptProgress(tx: tx).settle(.failed(code), attempt: attempt.number, &payment)
    }
}
