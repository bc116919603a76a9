import Kernel

/// The restaurant prepares the order; catalog sells what it held.
public struct OrderAccepted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-accepted.v1"
    public let order: FoodOrderHead
    public let prepMinutes: Int
    public let estimatedReadyAt: Timestamp
    public let estimatedDeliveryAt: Timestamp?
    public let acceptedAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, prepMinutes: Int, estimatedReadyAt: Timestamp, estimatedDeliveryAt: Timestamp? = nil,
                acceptedAt: Timestamp) {
        self.order = order
        (self.prepMinutes, self.estimatedReadyAt) = (prepMinutes, estimatedReadyAt)
        (self.estimatedDeliveryAt, self.acceptedAt) = (estimatedDeliveryAt, acceptedAt)
    }

    private enum Key: String, CodingKey { case prepMinutes, estimatedReadyAt, estimatedDeliveryAt, acceptedAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        prepMinutes = try values.decode(Int.self, forKey: .prepMinutes)
        estimatedReadyAt = try values.decode(Timestamp.self, forKey: .estimatedReadyAt)
        estimatedDeliveryAt = try values.decodeIfPresent(Timestamp.self, forKey: .estimatedDeliveryAt)
        acceptedAt = try values.decode(Timestamp.self, forKey: .acceptedAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(prepMinutes, forKey: .prepMinutes)
        try values.encode(estimatedReadyAt, forKey: .estimatedReadyAt)
        try values.encodeIfPresent(estimatedDeliveryAt, forKey: .estimatedDeliveryAt)
        try values.encode(acceptedAt, forKey: .acceptedAt)
    }
}
