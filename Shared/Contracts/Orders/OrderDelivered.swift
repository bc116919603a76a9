import Kernel

/// The customer has the order.
public struct OrderDelivered: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-delivered.v1"
    public let order: FoodOrderHead
    public let deliveredAt: Timestamp
    /// `cash` or `card`.
    public let method: String
    public let settlement: FoodSettlement
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, deliveredAt: Timestamp, method: String, settlement: FoodSettlement) {
        self.order = order
        (self.deliveredAt, self.method, self.settlement) = (deliveredAt, method, settlement)
    }

    private enum Key: String, CodingKey { case deliveredAt, method, settlement }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        deliveredAt = try values.decode(Timestamp.self, forKey: .deliveredAt)
        method = try values.decode(String.self, forKey: .method)
        settlement = try values.decode(FoodSettlement.self, forKey: .settlement)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(deliveredAt, forKey: .deliveredAt)
        try values.encode(method, forKey: .method)
        try values.encode(settlement, forKey: .settlement)
    }
}
