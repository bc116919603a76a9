import Kernel

/// The hold ended without a payment.
public struct OrderExpired: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-expired.v1"
    public let orderId: OrderID
    public let number: String
    public let userId: User.ID
    public let organizerId: User.ID
    public let eventId: EventID
    public let title: String
    public let items: [ClaimedLine]
    public let total: Money
    public let fee: Money
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, userId: User.ID, organizerId: User.ID, eventId: EventID, title: String,
                items: [ClaimedLine], total: Money, fee: Money) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) = (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee) = (items, total, fee)
    }
}
