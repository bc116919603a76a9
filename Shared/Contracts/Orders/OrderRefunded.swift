import Kernel

/// Money of the order went back.
public struct OrderRefunded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-refunded.v1"
    public let orderId: OrderID
    public let number: String
    public let userId: User.ID
    public let organizerId: User.ID
    public let eventId: EventID
    public let title: String
    public let items: [ClaimedLine]
    public let total: Money
    public let fee: Money
    public let refundId: RefundID
    public let amount: Money
    /// The payment had come too late for the seats.
    public let late: Bool
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, userId: User.ID, organizerId: User.ID, eventId: EventID, title: String,
                items: [ClaimedLine], total: Money, fee: Money, refundId: RefundID, amount: Money, late: Bool) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) = (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee, self.refundId, self.amount, self.late) = (items, total, fee, refundId, amount, late)
    }
}
