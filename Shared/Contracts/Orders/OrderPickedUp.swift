import Kernel

/// The courier left the restaurant with the order.
public struct OrderPickedUp: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-picked-up.v1"
    public let order: FoodOrderHead
    public let estimatedDeliveryAt: Timestamp?
    public let pickedUpAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, estimatedDeliveryAt: Timestamp? = nil, pickedUpAt: Timestamp) {
        self.order = order
        (self.estimatedDeliveryAt, self.pickedUpAt) = (estimatedDeliveryAt, pickedUpAt)
    }

    private enum Key: String, CodingKey { case estimatedDeliveryAt, pickedUpAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        estimatedDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .estimatedDeliveryAt)
        pickedUpAt = try values.decode(Timestamp.self, forKey: .pickedUpAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
        try values.encode(pickedUpAt, forKey: .pickedUpAt)
    }
}
