import Kernel

/// The fuel is in the tank. What it costs is captured next.
public struct FuelOrderCompleted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-order-completed.v1"
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
    public let gallons: Gallons
    public let lines: [FuelLine]
    /// What the lines add up to.
    public let total: Money
    /// What is captured of it: never more than the cap.
    public let due: Money
    public let by: String
    /// By the driver's phone.
    public let occurredAt: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, driverId: User.ID, truckId: TruckID, gallons: Gallons, lines: [FuelLine], total: Money,
                due: Money, by: String, occurredAt: Timestamp) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.driverId, self.truckId, self.gallons, self.lines) = (driverId, truckId, gallons, lines)
        (self.total, self.due, self.by, self.occurredAt) = (total, due, by, occurredAt)
    }
}
