import Kernel

/// An order exists: the kitchen has room for it and its dishes are kept. Its restaurant sees it once it is released.
public struct FoodOrderPlaced: DomainEvent, Equatable {
    public static let type: MessageType = "orders.food-order-placed.v1"
    public let order: FoodOrderHead
    public let items: [FoodOrderLine]
    public let totals: FoodOrderTotals
    /// `cash` or `card`.
    public let method: String
    public let placedAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, items: [FoodOrderLine], totals: FoodOrderTotals, method: String, placedAt: Timestamp) {
        self.order = order
        (self.items, self.totals, self.method, self.placedAt) = (items, totals, method, placedAt)
    }

    private enum Key: String, CodingKey { case items, totals, method, placedAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        items = try values.decode([FoodOrderLine].self, forKey: .items)
        totals = try values.decode(FoodOrderTotals.self, forKey: .totals)
        method = try values.decode(String.self, forKey: .method)
        placedAt = try values.decode(Timestamp.self, forKey: .placedAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(items, forKey: .items)
        try values.encode(totals, forKey: .totals)
        try values.encode(method, forKey: .method)
        try values.encode(placedAt, forKey: .placedAt)
    }
}
