import Kernel

/// The courier has the order for an hour and a half.
public struct OrderOverdue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-overdue.v1"
    public let order: FoodOrderHead
    public let pickedUpAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, pickedUpAt: Timestamp) {
        self.order = order
        self.pickedUpAt = pickedUpAt
    }

    private enum Key: String, CodingKey { case pickedUpAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        pickedUpAt = try values.decode(Timestamp.self, forKey: .pickedUpAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(pickedUpAt, forKey: .pickedUpAt)
    }
}
