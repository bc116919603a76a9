import Kernel

/// A payment of an order of fuel has another status.
public struct FuelPaymentUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-payment-updated.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let paymentId: PaymentID
    public let purpose: PaymentPurpose
    /// As payments names it: `requires_capture`, `failed`, …
    public let paymentStatus: String
    public let failureCode: String?
    public let amount: Money
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, paymentId: PaymentID, purpose: PaymentPurpose, paymentStatus: String, failureCode: String? = nil,
                amount: Money) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.paymentId, self.purpose, self.paymentStatus, self.failureCode) = (paymentId, purpose, paymentStatus, failureCode)
        self.amount = amount
    }
}
