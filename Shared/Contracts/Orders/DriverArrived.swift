import Kernel

/// The driver stands at the place.
public struct DriverArrived: DomainEvent, Equatable {
    public static let type: MessageType = "orders.driver-arrived.v1"
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
    public let truckId: TruckID
    /// `driver`, `dispatcher`, `system` or `geofence`.
    public let by: String
    /// By the driver's phone.
    public let occurredAt: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, driverId: User.ID, truckId: TruckID, by: String, occurredAt: Timestamp) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.driverId, self.truckId, self.by, self.occurredAt) = (driverId, truckId, by, occurredAt)
    }
}
