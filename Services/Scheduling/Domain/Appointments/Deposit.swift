import Contracts
import Kernel

/// Money a client puts down so that a booking counts.
public struct Deposit: Sendable, Equatable {
    public enum Status: String, Sendable {
        /// Payments has not answered yet.
        case preparing
        case due, paid, refunding, refunded
        case refundFailed = "refund_failed"
        case canceled
    }
    public let amount: Money
    public var status: Status
    public let paymentId: PaymentID
    /// Lets a guest pay it.
    public let clientSecret: String
    public let dueAt: Timestamp
    /// Minor units that came in, where they are not what was asked for.
    public var received: Int?
    /// Minor units that are back.
    public var refunded: Int
    public init(amount: Money, status: Status, paymentId: PaymentID, clientSecret: String, dueAt: Timestamp, received: Int? = nil, refunded: Int = 0) {
        (self.amount, self.status, self.paymentId, self.clientSecret, self.dueAt) = (amount, status, paymentId, clientSecret, dueAt)
        (self.received, self.refunded) = (received, refunded)
    }

    /// What came in and is not back.
    public var left: Money { Money(max(0, (received ?? amount.amount) - refunded), amount.currency) }

    /// Takes note of minor units that went back: `total` of all refunds, or, where nobody counted, this one's `amount`.
    /// - Returns: true when that changes something.
    public mutating func noteRefund(_ amount: Int, total: Int?) -> Bool {
        let back = max(refunded, total ?? amount)
        guard status != .refunded, back > refunded else { return false }  // Heard before, or overtaken by a later refund.
        refunded = back
        if left.isZero { status = .refunded }
        return true
    }
}
