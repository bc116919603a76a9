import Kernel

/// Nobody took an order of fuel, and its time comes. Once per order.
public struct AssignmentOverdue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.assignment-overdue.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let areaId: ServiceAreaID
    public let scheduleType: String
    public let startsAt: Timestamp
    public let promisedBy: Timestamp
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, areaId: ServiceAreaID, scheduleType: String, startsAt: Timestamp, promisedBy: Timestamp) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.areaId, self.scheduleType, self.startsAt, self.promisedBy) = (areaId, scheduleType, startsAt, promisedBy)
    }
}
