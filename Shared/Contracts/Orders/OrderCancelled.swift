import Kernel

/// The order will not go on.
public struct OrderCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-cancelled.v1"
    public let orderId: OrderID
    public let number: String?
    public let userId: User.ID
    public let organizerId: User.ID?
    public let eventId: EventID?
    public let title: String?
    public let items: [ClaimedLine]?
    public let total: Money?
    public let fee: Money?
    /// `buyer`, `timeout`, `event-cancelled`, `refused`.
    public let reason: String
    /// Of membership, where that was ordered.
    public let months: Int?
    /// The price of an order other than a ticket sale.
    public let amount: Money?
    public let paymentId: PaymentID?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String? = nil, userId: User.ID, organizerId: User.ID? = nil, eventId: EventID? = nil,
                title: String? = nil, items: [ClaimedLine]? = nil, total: Money? = nil, fee: Money? = nil, reason: String,
                months: Int? = nil, amount: Money? = nil, paymentId: PaymentID? = nil) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) =
            (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee, self.reason) = (items, total, fee, reason)
        (self.months, self.amount, self.paymentId) = (months, amount, paymentId)
    }
}
