import Kernel

/// A courier who has an order with him has neither moved nor done anything for a while. One for each silence.
public struct CourierSilent: DomainEvent, Equatable {
    public static let type: MessageType = "orders.courier-silent.v1"
    public let courierId: User.ID
    /// One of the jobs that he has reached the restaurant for.
    public let orderId: OrderID
    public let number: String
    public let restaurantId: RestaurantID
    /// By language.
    public let restaurantNames: [String: String]
    /// His last position or action.
    public let since: Timestamp
    public let noticedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(courierId: User.ID, orderId: OrderID, number: String, restaurantId: RestaurantID, restaurantNames: [String: String],
                since: Timestamp, noticedAt: Timestamp) {
        (self.courierId, self.orderId, self.number, self.restaurantId) = (courierId, orderId, number, restaurantId)
        (self.restaurantNames, self.since, self.noticedAt) = (restaurantNames, since, noticedAt)
    }
}
