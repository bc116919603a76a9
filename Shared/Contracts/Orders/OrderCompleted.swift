import Kernel

/// Paid (or free) and confirmed.
public struct OrderCompleted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-completed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let orderId: OrderID
    public let number: String?
    public let userId: User.ID
    public let organizerId: User.ID?
    public let eventId: EventID?
    public let title: String?
    public let items: [ClaimedLine]?
    public let total: Money?
    public let fee: Money?
    public let paymentId: PaymentID?
    /// Of membership, where that was ordered.
    public let months: Int?
    /// The price of an order other than a ticket sale.
    public let amount: Money?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String? = nil, userId: User.ID, organizerId: User.ID? = nil, eventId: EventID? = nil,
                title: String? = nil, items: [ClaimedLine]? = nil, total: Money? = nil, fee: Money? = nil, paymentId: PaymentID? = nil,
                months: Int? = nil, amount: Money? = nil) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) =
            (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee, self.paymentId) = (items, total, fee, paymentId)
        (self.months, self.amount) = (months, amount)
    }
}
