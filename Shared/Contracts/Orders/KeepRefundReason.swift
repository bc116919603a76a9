import Kernel

/// The reason that a person typed when they made a refund in payments. Only orders stores it: events carry no free
/// text.
public struct KeepRefundReason: Message, Equatable {
    public static let type: MessageType = "orders.keep-refund-reason.v1"
    public let refundId: RefundID
    public let orderId: OrderID
    public let reason: String
    /// What is on its way back. Older messages lack it.
    public let amount: Money?
    public init(refundId: RefundID, orderId: OrderID, reason: String, amount: Money? = nil) {
        (self.refundId, self.orderId, self.reason, self.amount) = (refundId, orderId, reason, amount)
    }
}
