import Kernel

/// A courier may claim a job.
public struct DeliveryOffered: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-offered.v1"
    public let orderId: OrderID
    public let number: String
    public let courierId: User.ID
    public let restaurantId: RestaurantID
    /// By language.
    public let restaurantNames: [String: String]
    /// Base and tip.
    public let payout: Money
    /// What the courier has to collect; absent: the order is paid by card.
    public let cash: Money?
    /// From the courier to the restaurant.
    public let distanceMeters: Int
    /// Absent: the offer is open to every courier nearby.
    public let expiresAt: Timestamp?
    public let offeredAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, courierId: User.ID, restaurantId: RestaurantID, restaurantNames: [String: String],
                payout: Money, cash: Money? = nil, distanceMeters: Int, expiresAt: Timestamp? = nil, offeredAt: Timestamp) {
        (self.orderId, self.number, self.courierId, self.restaurantId) = (orderId, number, courierId, restaurantId)
        (self.restaurantNames, self.payout, self.cash, self.distanceMeters) = (restaurantNames, payout, cash, distanceMeters)
        (self.expiresAt, self.offeredAt) = (expiresAt, offeredAt)
    }
}
