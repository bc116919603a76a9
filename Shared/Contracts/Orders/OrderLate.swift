import Kernel

/// The kitchen should have been done a quarter of an hour ago.
public struct OrderLate: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-late.v1"
    public let order: FoodOrderHead
    public let estimatedReadyAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, estimatedReadyAt: Timestamp) {
        self.order = order
        self.estimatedReadyAt = estimatedReadyAt
    }

    private enum Key: String, CodingKey { case estimatedReadyAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        estimatedReadyAt = try values.decode(Timestamp.self, forKey: .estimatedReadyAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(estimatedReadyAt, forKey: .estimatedReadyAt)
    }
}
