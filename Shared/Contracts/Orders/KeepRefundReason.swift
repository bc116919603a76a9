import Kernel

/// What somebody typed when they gave money back at payments. It goes to orders alone: events carry no words of people.
public struct KeepRefundReason: Message, Equatable {
    public static let type: MessageType = "orders.keep-refund-reason.v1"
    public let refundId: RefundID
    public let orderId: OrderID
    public let reason: String
    public init(refundId: RefundID, orderId: OrderID, reason: String) { (self.refundId, self.orderId, self.reason) = (refundId, orderId, reason) }
}
