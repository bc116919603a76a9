import Kernel

/// Imports a payment that succeeded before this platform, so that it can be shown and refunded. `ImportWallet` imports
/// its amounts.
public struct ImportPayment: Message, Equatable {
    public static let type: MessageType = "payments.import-payment.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public let userId: User.ID
    /// Of the sale of an event.
    public let organizerId: User.ID?
    public let eventId: EventID?
    public let title: String?
    public let amount: Money
    /// Refunded in full.
    public let refunded: Bool
    public let paidAt: Timestamp
    /// When the organizer could withdraw it; nil: not yet.
    public let releasedAt: Timestamp?
    /// When it was refunded; absent: when it was paid.
    public let refundedAt: Timestamp?
    public var purpose: PaymentPurpose?
    /// A card set this aside when the payment was made, and `amount` was captured of it at `paidAt`; absent: taken at once.
    public var authorized: Money?
    /// When it was made; absent: when it was paid.
    public var createdAt: Timestamp?
    /// The card; absent: the one of the sandbox.
    public var paidWith: PaidWith?
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, organizerId: User.ID? = nil, eventId: EventID? = nil,
                title: String? = nil, amount: Money, refunded: Bool, paidAt: Timestamp, releasedAt: Timestamp? = nil,
                refundedAt: Timestamp? = nil) {
        (self.paymentId, self.orderId, self.userId, self.organizerId, self.eventId) = (paymentId, orderId, userId, organizerId, eventId)
        (self.title, self.amount, self.refunded, self.paidAt, self.releasedAt) = (title, amount, refunded, paidAt, releasedAt)
        self.refundedAt = refundedAt
    }
}
