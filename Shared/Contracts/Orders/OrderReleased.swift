import Kernel

/// The restaurant sees the order and has until `acceptBy` to accept it: at once when paid in cash, else when the
/// payment succeeded.
public struct OrderReleased: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-released.v1"
    public let order: FoodOrderHead
    public let acceptBy: Timestamp
    /// All portions of all lines.
    public let quantity: Int
    public let total: Money
    /// `cash` or `card`.
    public let method: String
    public let releasedAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, acceptBy: Timestamp, quantity: Int, total: Money, method: String, releasedAt: Timestamp) {
        self.order = order
        (self.acceptBy, self.quantity, self.total, self.method) = (acceptBy, quantity, total, method)
        self.releasedAt = releasedAt
    }

    private enum Key: String, CodingKey { case acceptBy, quantity, total, method, releasedAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        acceptBy = try values.decode(Timestamp.self, forKey: .acceptBy)
        quantity = try values.decode(Int.self, forKey: .quantity)
        total = try values.decode(Money.self, forKey: .total)
        method = try values.decode(String.self, forKey: .method)
        releasedAt = try values.decode(Timestamp.self, forKey: .releasedAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(acceptBy, forKey: .acceptBy)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(total, forKey: .total)
        try values.encode(method, forKey: .method)
        try values.encode(releasedAt, forKey: .releasedAt)
    }
}
