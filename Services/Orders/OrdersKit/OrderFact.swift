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
    case succeeded(PaymentNotice)
    /// An attempt failed; the buyer may try again.
    case failed(PaymentNotice)
    case canceled(PaymentNotice)
    /// How much of the payment is refunded so far; `reason` is a person's text.
    case refunded(PaymentNotice, reason: String?)
}

/// A payment and an amount of it.
package struct PaymentNotice: Sendable, Equatable {
    package let payment: PaymentID
    package let money: Money
    package init(_ payment: PaymentID, _ money: Money) { (self.payment, self.money) = (payment, money) }
}
