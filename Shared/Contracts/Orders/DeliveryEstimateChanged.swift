import Kernel

/// The customer gets the order a minute or more earlier or later than said before.
public struct DeliveryEstimateChanged: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-estimate-changed.v1"
    public let order: FoodOrderHead
    public let previousDeliveryAt: Timestamp?
    public let estimatedDeliveryAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, previousDeliveryAt: Timestamp? = nil, estimatedDeliveryAt: Timestamp) {
        self.order = order
        (self.previousDeliveryAt, self.estimatedDeliveryAt) = (previousDeliveryAt, estimatedDeliveryAt)
    }

    private enum Key: String, CodingKey { case previousDeliveryAt, estimatedDeliveryAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        previousDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .previousDeliveryAt)
        estimatedDeliveryAt = try values.decode(Timestamp.self, forKey: .estimatedDeliveryAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(previousDeliveryAt, forKey: .previousDeliveryAt)
        try values.encode(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
    }
}
