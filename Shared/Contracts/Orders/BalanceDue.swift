import Kernel

/// The card of an order of fuel paid nothing, so its customer owes the sum.
public struct BalanceDue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.balance-due.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let amount: Money
    /// `capture_declined` or `authorization_expired`.
    public let failureCode: String
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, amount: Money, failureCode: String) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.amount, self.failureCode) = (amount, failureCode)
    }
}
