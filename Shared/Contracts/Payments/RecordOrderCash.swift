import Kernel

/// A courier took an order's cash: from now on the payment exists, and it is paid. Answered by `OrderCashRecorded`.
public struct RecordOrderCash: Message, Equatable {
    public static let type: MessageType = "payments.record-order-cash.v1"
    /// Chosen by orders when the order was placed.
    public let paymentId: PaymentID
    public let orderId: OrderID
    /// Who paid.
    public let userId: User.ID
    /// Who has the cash now.
    public let courierId: User.ID
    public let amount: Money
    /// When, if that was before the message.
    public let collectedAt: Timestamp?
    public init(paymentId: PaymentID, orderId: OrderID, userId: User.ID, courierId: User.ID, amount: Money, collectedAt: Timestamp? = nil) {
        (self.paymentId, self.orderId, self.userId) = (paymentId, orderId, userId)
        (self.courierId, self.amount, self.collectedAt) = (courierId, amount, collectedAt)
    }
}
