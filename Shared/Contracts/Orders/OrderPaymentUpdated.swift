import Kernel

/// The payment of an order changed.
public struct OrderPaymentUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-payment-updated.v1"
    public let order: FoodOrderHead
    public let paymentId: PaymentID
    /// As `payment.status` of the order.
    public let paymentStatus: String
    public let failureCode: String?
    /// Another card may be tried until then.
    public let retryUntil: Timestamp?
    /// This refund reached the customer.
    public let refunded: Money?
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, paymentId: PaymentID, paymentStatus: String, failureCode: String? = nil,
                retryUntil: Timestamp? = nil, refunded: Money? = nil) {
        self.order = order
        (self.paymentId, self.paymentStatus, self.failureCode, self.retryUntil) = (paymentId, paymentStatus, failureCode, retryUntil)
        self.refunded = refunded
    }

    private enum Key: String, CodingKey { case paymentId, paymentStatus, failureCode, retryUntil, refunded }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        paymentId = try values.decode(PaymentID.self, forKey: .paymentId)
        paymentStatus = try values.decode(String.self, forKey: .paymentStatus)
        failureCode = try values.decodeIfPresent(String.self, forKey: .failureCode)
        retryUntil = try values.decodeIfPresent(Timestamp.self, forKey: .retryUntil)
        refunded = try values.decodeIfPresent(Money.self, forKey: .refunded)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(paymentId, forKey: .paymentId)
        try values.encode(paymentStatus, forKey: .paymentStatus)
        try values.encodeIfPresent(failureCode, forKey: .failureCode)
        try values.encodeIfPresent(retryUntil, forKey: .retryUntil)
        try values.encodeIfPresent(refunded, forKey: .refunded)
    }
}
