import Kernel

/// The driver of an order of fuel has the tip.
public struct FuelTipPaid: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-tip-paid.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let driverId: User.ID
    public let tip: Money
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, driverId: User.ID, tip: Money) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.driverId, self.tip) = (driverId, tip)
    }
}
