import Kernel

/// Two hours after the delivery the customer has not rated the order.
public struct RatingReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.rating-reminder-due.v1"
    public let order: FoodOrderHead
    public let deliveredAt: Timestamp
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, deliveredAt: Timestamp) {
        self.order = order
        self.deliveredAt = deliveredAt
    }

    private enum Key: String, CodingKey { case deliveredAt }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        deliveredAt = try values.decode(Timestamp.self, forKey: .deliveredAt)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(deliveredAt, forKey: .deliveredAt)
    }
}
