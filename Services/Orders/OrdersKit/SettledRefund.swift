import Contracts
import Kernel

/// Money that went back.
package struct SettledRefund: Sendable, Equatable {
    package let id: RefundID
    package let payment: PaymentID
    package let order: OrderID
    package let amount: Money
    /// Of the payment, with this refund.
    package let refundedTotal: Money
    /// What a person typed, if payments sent it along.
    package let reason: String?
}

/// Money that the provider could not send back, after all its tries.
package struct FailedRefund: Sendable, Equatable {
    package let id: RefundID
    package let order: OrderID
    package let code: String
}

/// What a workflow did with the text that a person typed for a refund.
package enum RefundExplanation: Sendable, Equatable {
    /// It is stored where it belongs, or nothing shows it.
    case taken
    /// The refund is not known yet.
    case tooEarly(buyer: User.ID?)
}
