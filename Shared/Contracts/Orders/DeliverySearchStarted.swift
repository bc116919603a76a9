import Kernel

/// A job looks for a courier: after the restaurant accepted, or after a courier lost it.
public struct DeliverySearchStarted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-search-started.v1"
    public let orderId: OrderID
    public let number: String
    public let restaurantId: RestaurantID
    public let ownerId: User.ID
    /// Base and tip.
    public let payout: Money
    public let startedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, restaurantId: RestaurantID, ownerId: User.ID, payout: Money, startedAt: Timestamp) {
        (self.orderId, self.number, self.restaurantId, self.ownerId) = (orderId, number, restaurantId, ownerId)
        (self.payout, self.startedAt) = (payout, startedAt)
    }
}
