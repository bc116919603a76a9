import Kernel

/// The order waits for its courier.
public struct OrderReady: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-ready.v1"
    public let order: FoodOrderHead
    public let readyAt: Timestamp
    public let estimatedDeliveryAt: Timestamp?
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, readyAt: Timestamp, estimatedDeliveryAt: Timestamp? = nil) {
        self.order = order
        (self.readyAt, self.estimatedDeliveryAt) = (readyAt, estimatedDeliveryAt)
    }

    private enum Key: String, CodingKey { case readyAt, estimatedDeliveryAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        readyAt = try values.decode(Timestamp.self, forKey: .readyAt)
        estimatedDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .estimatedDeliveryAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(readyAt, forKey: .readyAt)
        try values.encodeIfPresent(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
    }
}
