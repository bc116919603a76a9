import Kernel

/// What clients see of a new version that has the same status.
public struct FuelOrderUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-order-updated.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
    }
}
