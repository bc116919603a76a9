import Kernel

/// An order of fuel was cancelled.
public struct FuelOrderCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-order-cancelled.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    /// Absent: nothing.
    public let fee: Money?
    /// Of the fee.
    public let lines: [FuelLine]
    public let total: Money
    /// Who had it.
    public let driverId: User.ID?
    public let reason: String?
    /// `customer`, `dispatcher` or `system`.
    public let by: String
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, fee: Money? = nil, lines: [FuelLine], total: Money, driverId: User.ID? = nil,
                reason: String? = nil, by: String) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.fee, self.lines, self.total, self.driverId) = (fee, lines, total, driverId)
        (self.reason, self.by) = (reason, by)
    }
}
