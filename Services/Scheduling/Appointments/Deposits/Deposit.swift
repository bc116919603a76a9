import Contracts
import Kernel

/// Money a customer puts down so that a booking counts.
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
    /// Minor units that were received, if they differ from the amount.
    public var received: Int?
    /// Minor units that were refunded.
    public var refunded: Int
    public init(amount: Money, status: Status, paymentId: PaymentID, clientSecret: String, dueAt: Timestamp, received: Int? = nil,
                refunded: Int = 0) {
        (self.amount, self.status, self.paymentId, self.clientSecret, self.dueAt) = (amount, status, paymentId, clientSecret, dueAt)
        (self.received, self.refunded) = (received, refunded)
    }

    /// What was received; the amount while nothing else is known.
    public var paid: Money { Money(received ?? amount.amount, amount.currency) }
    /// The received money that is not refunded.
    public var left: Money { Money(max(0, paid.amount - refunded), amount.currency) }

    /// Records refunded minor units: `total` of all refunds or, if it is unknown, this refund's `amount`.
    /// - Returns: true if that changes something.
    public mutating func noteRefund(_ amount: Int, total: Int?) -> Bool {
        let back = max(refunded, total ?? amount)
        // Recorded before, or included in a later refund.
        guard status != .refunded, back > refunded else { return false }
        refunded = back
        if left.isZero { status = .refunded }
        return true
    }
}
