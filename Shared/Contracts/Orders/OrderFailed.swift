import Kernel

/// An order of fuel ended without a delivery.
public struct OrderFailed: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-failed.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    /// `payment-timeout`, `window-full`, `not-served`, `customer-absent`, …
    public let slug: String
    /// Absent: nothing.
    public let fee: Money?
    /// Of the fee.
    public let lines: [FuelLine]
    public let total: Money
    /// When the fuel could be had instead.
    public let alternatives: [WindowOption]
    /// Who had it.
    public let driverId: User.ID?
    /// `driver`, `dispatcher` or `system`.
    public let by: String
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, slug: String, fee: Money? = nil, lines: [FuelLine], total: Money, alternatives: [WindowOption],
                driverId: User.ID? = nil, by: String) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.slug, self.fee, self.lines, self.total) = (slug, fee, lines, total)
        (self.alternatives, self.driverId, self.by) = (alternatives, driverId, by)
    }
}
