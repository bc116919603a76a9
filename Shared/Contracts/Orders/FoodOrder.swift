import Kernel

/// What every event of a food order says: which order, its state after the event, and who takes part in it.
/// Its fields stand at the top of the message.
public struct FoodOrderHead: Codable, Sendable, Equatable {
    public let orderId: OrderID
    public let number: String
    public let version: Int
    /// `pending`, `accepted`, `preparing`, `ready`, `out_for_delivery`, `delivered`, `cancelled`.
    public let status: String
    public let customerId: User.ID
    public let restaurantId: RestaurantID
    public let ownerId: User.ID
    /// Absent: nobody rides.
    public let courierId: User.ID?
    /// By language.
    public let restaurantNames: [String: String]
    public init(orderId: OrderID, number: String, version: Int, status: String, customerId: User.ID, restaurantId: RestaurantID,
                ownerId: User.ID, courierId: User.ID? = nil, restaurantNames: [String: String]) {
        (self.orderId, self.number, self.version, self.status) = (orderId, number, version, status)
        (self.customerId, self.restaurantId, self.ownerId) = (customerId, restaurantId, ownerId)
        (self.courierId, self.restaurantNames) = (courierId, restaurantNames)
    }
}

/// One line of a food order.
public struct FoodOrderLine: Codable, Sendable, Equatable {
    public let menuItemId: String
    public let name: String
    public let quantity: Int
    public let lineTotal: Money
    public init(menuItemId: String, name: String, quantity: Int, lineTotal: Money) {
        (self.menuItemId, self.name, self.quantity, self.lineTotal) = (menuItemId, name, quantity, lineTotal)
    }
}

/// What a food order costs.
public struct FoodOrderTotals: Codable, Sendable, Equatable {
    public let subtotal: Money
    public let deliveryFee: Money
    public let serviceFee: Money
    public let tip: Money
    public let total: Money
    public init(subtotal: Money, deliveryFee: Money, serviceFee: Money, tip: Money, total: Money) {
        (self.subtotal, self.deliveryFee, self.serviceFee) = (subtotal, deliveryFee, serviceFee)
        (self.tip, self.total) = (tip, total)
    }
}

/// Who gets what of a delivered order.
public struct FoodSettlement: Codable, Sendable, Equatable {
    /// Without the commission.
    public let owner: Money
    public let commission: Money
    /// Without the tip.
    public let courierBase: Money
    public let tip: Money
    public let platform: Money
    public init(owner: Money, commission: Money, courierBase: Money, tip: Money, platform: Money) {
        (self.owner, self.commission, self.courierBase) = (owner, commission, courierBase)
        (self.tip, self.platform) = (tip, platform)
    }
}
