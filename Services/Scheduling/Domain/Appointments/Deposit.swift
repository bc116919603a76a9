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
    public init(amount: Money, status: Status, paymentId: PaymentID, clientSecret: String, dueAt: Timestamp) {
        (self.amount, self.status, self.paymentId, self.clientSecret, self.dueAt) = (amount, status, paymentId, clientSecret, dueAt)
    }
}
