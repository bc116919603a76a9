import Kernel

/// The kitchen began.
public struct OrderPreparing: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-preparing.v1"
    public let order: FoodOrderHead
    public let estimatedReadyAt: Timestamp
    public let estimatedDeliveryAt: Timestamp?
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, estimatedReadyAt: Timestamp, estimatedDeliveryAt: Timestamp? = nil) {
        self.order = order
        (self.estimatedReadyAt, self.estimatedDeliveryAt) = (estimatedReadyAt, estimatedDeliveryAt)
    }

    private enum Key: String, CodingKey { case estimatedReadyAt, estimatedDeliveryAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        estimatedReadyAt = try values.decode(Timestamp.self, forKey: .estimatedReadyAt)
        estimatedDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .estimatedDeliveryAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(estimatedReadyAt, forKey: .estimatedReadyAt)
        try values.encodeIfPresent(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
    }
}
