import Kernel

/// Seats are held and a payment can start.
public struct OrderAwaitingPayment: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-awaiting-payment.v1"
    public static let awaitedBy = Awaiting.only(["notifications"])
    public let orderId: OrderID
    public let number: String
    public let userId: User.ID
    public let organizerId: User.ID
    public let eventId: EventID
    public let title: String
    public let items: [ClaimedLine]
    public let total: Money
    public let fee: Money
    public let paymentId: PaymentID
    public let holdExpiresAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, userId: User.ID, organizerId: User.ID, eventId: EventID, title: String,
                items: [ClaimedLine], total: Money, fee: Money, paymentId: PaymentID, holdExpiresAt: Timestamp) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) =
            (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee, self.paymentId, self.holdExpiresAt) = (items, total, fee, paymentId, holdExpiresAt)
    }
}
