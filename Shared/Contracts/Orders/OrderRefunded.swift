import Kernel

/// Money of the order went back.
public struct OrderRefunded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-refunded.v1"
    public let orderId: OrderID
    public let number: String?
    public let userId: User.ID
    public let organizerId: User.ID?
    public let eventId: EventID?
    public let title: String?
    public let items: [ClaimedLine]?
    public let total: Money?
    public let fee: Money?
    /// Absent if only payments stores the refund.
    public let refundId: RefundID?
    public let amount: Money
    /// The payment had come too late for the seats.
    public let late: Bool
    /// For a membership order: the months that were revoked.
    public let months: Int?
    public let paymentId: PaymentID?
    public let subscriptionId: Int?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String? = nil, userId: User.ID, organizerId: User.ID? = nil, eventId: EventID? = nil,
                title: String? = nil,
                items: [ClaimedLine]? = nil, total: Money? = nil, fee: Money? = nil, refundId: RefundID? = nil, months: Int? = nil,
                amount: Money, late: Bool = false, paymentId: PaymentID? = nil, subscriptionId: Int? = nil) {
        (self.orderId, self.number, self.userId, self.organizerId, self.eventId, self.title) =
            (orderId, number, userId, organizerId, eventId, title)
        (self.items, self.total, self.fee, self.refundId, self.amount, self.late) = (items, total, fee, refundId, amount, late)
        (self.months, self.paymentId, self.subscriptionId) = (months, paymentId, subscriptionId)
    }
}
