import Kernel

/// A courier no longer has a job that goes on without him.
public struct DeliveryReleased: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-released.v1"
    public let orderId: OrderID
    public let number: String
    public let courierId: User.ID
    public let restaurantId: RestaurantID
    /// `released` by the courier, `reassigned` by the staff, `suspended`, `silent`, `role-lost`.
    public let why: String
    /// The courier's own words.
    public let reason: String?
    public let releasedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, courierId: User.ID, restaurantId: RestaurantID, why: String, reason: String? = nil,
                releasedAt: Timestamp) {
        (self.orderId, self.number, self.courierId, self.restaurantId) = (orderId, number, courierId, restaurantId)
        (self.why, self.reason, self.releasedAt) = (why, reason, releasedAt)
    }
}
