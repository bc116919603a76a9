import Kernel

/// The courier stands at the restaurant or at the customer's door.
public struct DeliveryArrived: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-arrived.v1"
    public let orderId: OrderID
    public let number: String
    public let courierId: User.ID
    public let customerId: User.ID
    public let restaurantId: RestaurantID
    /// `restaurant` or `customer`.
    public let place: String
    public let arrivedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, courierId: User.ID, customerId: User.ID, restaurantId: RestaurantID, place: String,
                arrivedAt: Timestamp) {
        (self.orderId, self.number, self.courierId, self.customerId) = (orderId, number, courierId, customerId)
        (self.restaurantId, self.place, self.arrivedAt) = (restaurantId, place, arrivedAt)
    }
}
