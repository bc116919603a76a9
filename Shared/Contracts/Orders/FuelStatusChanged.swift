import Kernel

/// What clients see of each change of status.
public struct FuelStatusChanged: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-status-changed.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    /// `customer`, `driver`, `dispatcher`, `system` or `geofence`.
    public let by: String
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, by: String) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        self.by = by
    }
}
