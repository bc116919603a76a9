import Kernel

/// The window of an order of fuel starts soon: the customer unlocks the fuel door.
public struct FuelDoorReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-door-reminder-due.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, startsAt: Timestamp, endsAt: Timestamp) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.startsAt, self.endsAt) = (startsAt, endsAt)
    }
}
