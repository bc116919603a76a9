import Kernel

/// Cancels a payment. A later success is still reported.
public struct CancelIntent: Message, Equatable {
    public static let type: MessageType = "payments.cancel-intent.v1"
    public let paymentId: PaymentID
    public let orderId: OrderID
    public init(paymentId: PaymentID, orderId: OrderID) {
        (self.paymentId, self.orderId) = (paymentId, orderId)
    }
}
