import Contracts
import Kernel

/// A payment as its buyer sees it.
public struct PaymentAnswer: Encodable, Sendable {
    package let payment: Payment
    package let refunds: [Refund]
    /// Where the customer must go next.
    package let actionURL: String?
    /// Of the last attempt, also of a payment that was canceled since.
    private let method: MethodToken?
    public init(_ payment: Payment, refunds: [Refund], actionURL: String? = nil, lastMethod: MethodToken? = nil) {
        (self.payment, self.refunds, self.actionURL) = (payment, refunds, actionURL)
        // Of a kept method that nobody knows there is nothing to show.
        method = payment.attempt?.method ?? (lastMethod?.reference == MethodToken.unknown.reference ? nil : lastMethod)
    }

    private enum Key: String, CodingKey {
        case id, orderId, amount, currency, method, status, nextAction, failureCode, attempts, holdExpiresAt, refundedAmount, refunds,
             createdAt, captureMethod, amountAuthorized, amountCaptured, authorizationExpiresAt, purpose
    }
    private struct NextAction: Encodable {
        let type: String
        let instructions: String
        let url: String?
        let expiresAt: Timestamp
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(payment.id, forKey: .id)
        try container.encode(payment.orderId, forKey: .orderId)
        try container.encode(payment.amount.amount, forKey: .amount)
        try container.encode(payment.amount.currency, forKey: .currency)
        if let token = method { try container.encode(MethodSummary(token), forKey: .method) } else {
            try container.encodeNil(forKey: .method)
        }
        try container.encode(payment.status.name, forKey: .status)
        switch payment.status {
        case .requiresAction(let attempt, let action):
            let next = NextAction(type: action.kind, instructions: action.instructions, url: actionURL,
                expiresAt: attempt.deadlineAt.wholeSeconds)
            try container.encode(next, forKey: .nextAction)
        case .failed(_, let code):
            try container.encode(code, forKey: .failureCode)
        case .canceled(_, let code):
            try container.encodeIfPresent(code, forKey: .failureCode)
        case .requiresCapture:
            // Why a capture was refused, until another one is made.
            try container.encodeIfPresent(payment.authorization?.refusal, forKey: .failureCode)
        case .requiresPaymentMethod, .processing, .succeeded, .partiallyRefunded, .refunded:
            break  // Nothing to do for the customer, nothing that went wrong.
        }
        try container.encode(payment.attempts, forKey: .attempts)
        if let until = payment.holdExpiresAt { try container.encode(until.wholeSeconds, forKey: .holdExpiresAt) } else {
            try container.encodeNil(forKey: .holdExpiresAt)
        }
        try container.encode(payment.refundedAmount, forKey: .refundedAmount)
        try container.encode(refunds.map(RefundAnswerBody.init), forKey: .refunds)
        try container.encode(payment.createdAt.wholeSeconds, forKey: .createdAt)
        try container.encodeIfPresent(payment.purpose, forKey: .purpose)
        guard payment.captureMethod == .manual else { return }
        try container.encode(payment.captureMethod, forKey: .captureMethod)
        try container.encode(payment.authorization?.amount ?? 0, forKey: .amountAuthorized)
        try container.encode(payment.capturedAmount, forKey: .amountCaptured)
        try container.encode(payment.authorization?.expiresAt.wholeSeconds, forKey: .authorizationExpiresAt)
    }
}

/// What of a method may be shown.
struct MethodSummary: Encodable {
    let type: String
    let brand: String?
    let last4: String
    let expMonth: Int?
    let expYear: Int?
    init(_ token: MethodToken) {
        (type, brand, last4, expMonth, expYear) = (token.type, token.brand, token.last4, token.expMonth, token.expYear)
    }
}

/// A refund as answers show it.
public struct RefundAnswerBody: Encodable, Sendable {
    package let id: RefundID
    package let paymentId: PaymentID
    package let amount: Int
    package let currency: Currency
    package let status: String
    package let failureCode: String?
    package let reason: String
    package let createdAt: Timestamp
    public init(_ refund: Refund) {
        (id, paymentId, amount, currency) = (refund.id, refund.paymentId, refund.amount.amount, refund.amount.currency)
        (status, reason, createdAt) = (refund.status.name, refund.reason, refund.createdAt.wholeSeconds)
        if case .failed(let code, _) = refund.status { failureCode = code } else { failureCode = nil }
    }
}
