import Kernel

/// An order of fuel is paid for, as far as it can be before the delivery: drivers may take it.
public struct OrderScheduled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-scheduled.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    /// `asap` or `window`.
    public let scheduleType: String
    public let windowId: TruckWindowID
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let promisedBy: Timestamp
    /// Cancelling costs nothing before it.
    public let freeUntil: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, scheduleType: String, windowId: TruckWindowID, startsAt: Timestamp, endsAt: Timestamp,
                promisedBy: Timestamp, freeUntil: Timestamp) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.scheduleType, self.windowId, self.startsAt, self.endsAt) = (scheduleType, windowId, startsAt, endsAt)
        (self.promisedBy, self.freeUntil) = (promisedBy, freeUntil)
    }
}
