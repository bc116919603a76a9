import Kernel

/// The restaurant needs another time.
public struct PrepTimeChanged: DomainEvent, Equatable {
    public static let type: MessageType = "orders.prep-time-changed.v1"
    public let order: FoodOrderHead
    /// From now on.
    public let prepMinutes: Int
    public let estimatedReadyAt: Timestamp
    public let estimatedDeliveryAt: Timestamp?
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, prepMinutes: Int, estimatedReadyAt: Timestamp, estimatedDeliveryAt: Timestamp? = nil) {
        self.order = order
        (self.prepMinutes, self.estimatedReadyAt, self.estimatedDeliveryAt) = (prepMinutes, estimatedReadyAt, estimatedDeliveryAt)
    }

    private enum Key: String, CodingKey { case prepMinutes, estimatedReadyAt, estimatedDeliveryAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        prepMinutes = try values.decode(Int.self, forKey: .prepMinutes)
        estimatedReadyAt = try values.decode(Timestamp.self, forKey: .estimatedReadyAt)
        estimatedDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .estimatedDeliveryAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(prepMinutes, forKey: .prepMinutes)
        try values.encode(estimatedReadyAt, forKey: .estimatedReadyAt)
        try values.encodeIfPresent(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
    }
}
