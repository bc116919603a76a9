import Kernel

/// What clients watch of a food order. One for each version.
public struct FoodOrderUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "orders.food-order-updated.v1"
    public let update: FoodOrderUpdate
    public var subject: String { "orders/\(update.id)" }
    public init(update: FoodOrderUpdate) { self.update = update }
    public init(from decoder: any Decoder) throws { update = try FoodOrderUpdate(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try update.encode(to: encoder) }
}

/// Somebody has one more order: its customer when it is placed, its restaurant when it is released.
public struct FoodOrderListed: DomainEvent, Equatable {
    public static let type: MessageType = "orders.food-order-listed.v1"
    public let update: FoodOrderUpdate
    public var subject: String { "orders/\(update.id)" }
    public init(update: FoodOrderUpdate) { self.update = update }
    public init(from decoder: any Decoder) throws { update = try FoodOrderUpdate(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try update.encode(to: encoder) }
}

/// A food order as live topics show it. Its fields stand at the top of the message.
public struct FoodOrderUpdate: Codable, Sendable, Equatable {
    public let id: OrderID
    public let version: Int
    public let status: String
    /// As `payment.status` of the order.
    public let paymentStatus: String
    public let estimatedDeliveryAt: Timestamp?
    /// Whose `orders/mine` shows it.
    public let readerIds: [User.ID]
    public init(id: OrderID, version: Int, status: String, paymentStatus: String, estimatedDeliveryAt: Timestamp?, readerIds: [User.ID]) {
        (self.id, self.version, self.status, self.paymentStatus) = (id, version, status, paymentStatus)
        (self.estimatedDeliveryAt, self.readerIds) = (estimatedDeliveryAt, readerIds)
    }
}
