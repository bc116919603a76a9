import Kernel

/// A courier has a job: by a claim or by the staff.
public struct DeliveryAssigned: DomainEvent, Equatable {
    public static let type: MessageType = "orders.delivery-assigned.v1"
    public let orderId: OrderID
    public let number: String
    public let courierId: User.ID
    public let customerId: User.ID
    public let ownerId: User.ID
    public let restaurantId: RestaurantID
    /// By language.
    public let restaurantNames: [String: String]
    /// Base and tip.
    public let payout: Money
    /// The staff gave the job to the courier.
    public let byStaff: Bool
    public let assignedAt: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, courierId: User.ID, customerId: User.ID, ownerId: User.ID, restaurantId: RestaurantID,
                restaurantNames: [String: String], payout: Money, byStaff: Bool, assignedAt: Timestamp) {
        (self.orderId, self.number, self.courierId, self.customerId) = (orderId, number, courierId, customerId)
        (self.ownerId, self.restaurantId, self.restaurantNames) = (ownerId, restaurantId, restaurantNames)
        (self.payout, self.byStaff, self.assignedAt) = (payout, byStaff, assignedAt)
    }
}
