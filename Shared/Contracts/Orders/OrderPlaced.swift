import Kernel

/// Somebody wants tickets; seats are being claimed.
public struct OrderPlaced: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-placed.v1"
    public static let awaitedBy = Awaiting.nobody
    public let orderId: OrderID
    public let number: String?
    public let userId: User.ID
    public let eventId: EventID?
    public let items: [TicketLine]?
    /// Of membership, where that was ordered.
    public let months: Int?
    /// The price of an order other than a ticket sale.
    public let amount: Money?
    public let paymentId: PaymentID?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String? = nil, userId: User.ID, eventId: EventID? = nil, items: [TicketLine]? = nil,
                months: Int? = nil, amount: Money? = nil, paymentId: PaymentID? = nil) {
        (self.orderId, self.number, self.userId, self.eventId, self.items) = (orderId, number, userId, eventId, items)
        (self.months, self.amount, self.paymentId) = (months, amount, paymentId)
    }
}
