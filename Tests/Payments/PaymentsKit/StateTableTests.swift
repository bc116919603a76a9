import Contracts
import Kernel
import PaymentsKit
import Testing

@Suite("The states of a payment")
struct StateTableTests {
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    static let token = MethodToken(type: "card", reference: "succeeds", last4: "4242")
    static let attempt = Attempt(number: 1, method: token, startedAt: now, deadlineAt: now + .minutes(15), fault: nil)
    static let action = CustomerAction(kind: "three_d_secure", instructions: "Confirm.")

    static let states: [PaymentStatus] = [
        .requiresPaymentMethod, .requiresAction(attempt, action), .processing(attempt), .requiresCapture(attempt),
        .failed(attempt, code: "card_declined"),
        .canceled(at: now),
        .succeeded(Capture(attempt: attempt, at: now)), .partiallyRefunded(Capture(attempt: attempt, at: now)),
        .refunded(Capture(attempt: attempt, at: now)),
    ]
    enum Step: String, CaseIterable { case start, succeed, fail, approve, cancel, refundPart, refundAll }

    /// The state after a step, or why it is refused. A dot means: stays as it is.
    static let table: [String: [Step: String]] = [
        "requires_payment_method": [.start: "processing", .succeed: "contradicting-result", .fail: "contradicting-result",
                                    .approve: "payment-state",
                                    .cancel: "canceled", .refundPart: "payment-state", .refundAll: "payment-state"],
        "requires_action": [.start: "payment-in-progress", .succeed: "succeeded", .fail: "failed", .approve: "processing",
                            .cancel: "canceled", .refundPart: "payment-state", .refundAll: "payment-state"],
        "processing": [.start: "payment-in-progress", .succeed: "succeeded", .fail: "failed", .approve: "payment-state", .cancel: ".",
                       .refundPart: "payment-state", .refundAll: "payment-state"],
        "requires_capture": [.start: "order-already-paid", .succeed: ".", .fail: "contradicting-result", .approve: "payment-state",
                             .cancel: "canceled", .refundPart: "payment-state", .refundAll: "payment-state"],
        "failed": [.start: "processing", .succeed: "contradicting-result", .fail: ".", .approve: "payment-state", .cancel: "canceled",
                   .refundPart: "payment-state", .refundAll: "payment-state"],
        "canceled": [.start: "payment-canceled", .succeed: "contradicting-result", .fail: "contradicting-result", .approve: "payment-state",
                     .cancel: ".", .refundPart: "payment-state", .refundAll: "payment-state"],
        "succeeded": [.start: "order-already-paid", .succeed: ".", .fail: "contradicting-result", .approve: "payment-state", .cancel: ".",
                      .refundPart: "partially_refunded", .refundAll: "refunded"],
        "partially_refunded": [.start: "order-already-paid", .succeed: ".", .fail: "contradicting-result", .approve: "payment-state",
                               .cancel: ".", .refundPart: "partially_refunded", .refundAll: "refund-exceeds-payment"],
        "refunded": [.start: "order-already-paid", .succeed: ".", .fail: "contradicting-result", .approve: "payment-state", .cancel: ".",
                     .refundPart: "refund-exceeds-payment", .refundAll: "refund-exceeds-payment"],
    ]

    @Test("Every step in every state does what the table says", arguments: states, Step.allCases)
    func step(status: PaymentStatus, step: Step) throws {
        let refunded = switch status {
        case .partiallyRefunded: 10_000
        case .refunded: 100_000
        case .requiresPaymentMethod, .requiresAction, .processing, .requiresCapture, .failed, .canceled, .succeeded: 0
        }
        let authorization = Authorization(attempt: 1, amount: 100_000, expiresAt: Self.now + .days(7))
        let isManual = status == .requiresCapture(Self.attempt)
        let attempts = status == .requiresPaymentMethod ? 0 : 1
        var payment = Payment(id: "p", orderId: "o", userId: "u", organizerId: nil, eventId: nil, amount: Money(100_000, .ugx),
            createdAt: Self.now, holdExpiresAt: nil,
                              status: status, attempts: attempts, refundedAmount: refunded,
                              captureMethod: isManual ? .manual : .automatic, authorization: isManual ? authorization : nil)
        var outcome: String
        do {
            try perform(step, on: &payment)
            outcome = payment.status.name
        } catch { outcome = error.slug }
        let expected = Self.table[status.name]?[step]
        if expected == ".", outcome == status.name { outcome = "." }
        #expect(outcome == expected)
    }

    private func perform(_ step: Step, on payment: inout Payment) throws(Rejection) {
        switch step {
        case .start:
            try payment.checkMayStart(at: Self.now, attemptsMax: 5)
            payment.start(Attempt(number: payment.attempts + 1, method: Self.token, startedAt: Self.now, deadlineAt: Self.now, fault: nil),
                grace: .minutes(5))
        case .succeed: _ = try payment.settle(attempt: 1, .succeeded, at: Self.now)
        case .fail: _ = try payment.settle(attempt: 1, .failed("card_declined"), at: Self.now)
        case .approve: _ = try payment.decide(.approve)
        case .cancel: _ = payment.cancel(at: Self.now)
        case .refundPart:
            try payment.reserveRefund(10_000)
            try payment.completeRefund(10_000)
        case .refundAll:
            try payment.reserveRefund(100_000)
            try payment.completeRefund(100_000)
        }
    }
}
