import Contracts
import Kernel

/// What an order learns. Facts of every workflow contain these two: an enumeration has a case for each.
/// Any fact may come late, twice or before its cause.
package protocol OrderFact: Sendable, Equatable {
    static func payment(_ fact: PaymentFact) -> Self
    /// A wait is over: `AnswerOverdue` was set and nothing cancelled it.
    static var answerOverdue: Self { get }
}

/// What payments reports of an order's payment.
package enum PaymentFact: Sendable, Equatable {
    /// The buyer can pay.
    case intentCreated(PaymentNotice)
    case started(PaymentNotice, deadline: Timestamp)
    /// The buyer has to approve the payment.
    case requiresAction(PaymentNotice)
    /// The card's bank keeps the money ready until then (`captureMethod: manual`).
    case authorized(PaymentNotice, until: Timestamp)
    /// The money is here; of an authorised payment, as much as was captured.
    case succeeded(PaymentNotice)
    /// A capture took nothing; `failureCode` says why.
    case captureFailed(PaymentNotice)
    /// An attempt failed; the buyer may try again.
    case failed(PaymentNotice)
    case canceled(PaymentNotice)
    /// How much of the payment is refunded so far; `reason` is a person's text.
    case refunded(PaymentNotice, reason: String?)
}

/// A payment and an amount of it.
package struct PaymentNotice: Sendable, Equatable {
    /// What the buyer has to do at the provider, in the words of payments.
    package struct Action: Sendable, Equatable {
        package let method: String
        package let instructions: String
        package init(method: String, instructions: String) { (self.method, self.instructions) = (method, instructions) }
    }
    package let payment: PaymentID
    package let money: Money
    /// Of an attempt or a capture that failed, or of an authorisation that ended.
    package let failureCode: String?
    /// Of an attempt that waits for the buyer.
    package let action: Action?
    /// Which attempt it is, where payments says it: a provider may report the start of one after its end.
    package let attempt: Int?
    /// The card of a payment that succeeded, where payments says it.
    package let paidWith: PaidWith?
    package init(_ payment: PaymentID, _ money: Money, failureCode: String? = nil, action: Action? = nil, attempt: Int? = nil,
                 paidWith: PaidWith? = nil) {
        (self.payment, self.money, self.failureCode, self.action) = (payment, money, failureCode, action)
        (self.attempt, self.paidWith) = (attempt, paidWith)
    }
}
