import Kernel

/// A released order waits for its restaurant for five minutes.
public struct AcceptanceReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "orders.acceptance-reminder-due.v1"
    public let order: FoodOrderHead
    public let acceptBy: Timestamp
    /// All portions of all lines.
    public let quantity: Int
    public let total: Money
    public var subject: String { "orders/\(order.orderId)" }
    public init(order: FoodOrderHead, acceptBy: Timestamp, quantity: Int, total: Money) {
        self.order = order
        (self.acceptBy, self.quantity, self.total) = (acceptBy, quantity, total)
    }

    private enum Key: String, CodingKey { case acceptBy, quantity, total }
    public init(from decoder: any Decoder) throws {
        order = try FoodOrderHead(from: decoder)
        let values = try decoder.container(keyedBy: Key.self)
        acceptBy = try values.decode(Timestamp.self, forKey: .acceptBy)
        quantity = try values.decode(Int.self, forKey: .quantity)
        total = try values.decode(Money.self, forKey: .total)
    }
    public func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(acceptBy, forKey: .acceptBy)
        try values.encode(quantity, forKey: .quantity)
        try values.encode(total, forKey: .total)
    }
}
