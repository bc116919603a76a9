import Kernel

/// A courier can no longer claim a job.
public struct DeliveryOfferEnded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-offer-ended.v1"
    public let orderId: OrderID
    public let courierId: User.ID
    /// `declined`, `expired`, `claimed`, `cancelled`, `offline`.
    public let why: String
    public let endedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, courierId: User.ID, why: String, endedAt: Timestamp) {
        (self.orderId, self.courierId, self.why, self.endedAt) = (orderId, courierId, why, endedAt)
    }
}
