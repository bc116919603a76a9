import Kernel

/// The order is ready, and for ten minutes nobody has come for it: people at the platform look for a courier.
public struct DeliveryUnassigned: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-unassigned.v1"
    public let orderId: OrderID
    public let number: String
    public let restaurantId: RestaurantID
    /// By language.
    public let restaurantNames: [String: String]
    /// The later of the time it was ready and the time the last courier lost it.
    public let since: Timestamp
    public let noticedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, restaurantId: RestaurantID, restaurantNames: [String: String], since: Timestamp,
                noticedAt: Timestamp) {
        (self.orderId, self.number, self.restaurantId) = (orderId, number, restaurantId)
        (self.restaurantNames, self.since, self.noticedAt) = (restaurantNames, since, noticedAt)
    }
}
