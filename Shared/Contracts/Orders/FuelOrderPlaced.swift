import Kernel

/// An order of fuel exists: its window is claimed, and its card is authorised next.
public struct FuelOrderPlaced: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-order-placed.v1"
    public let orderId: OrderID
    /// The customer.
    public let userId: User.ID
    /// `AF10042`.
    public let number: String
    /// Of the order after it, as is `status`.
    public let version: Int
    public let status: String
    public let at: Timestamp
    public let areaId: ServiceAreaID
    public let fuelType: String
    public let maxGallons: Gallons
    /// `asap` or `window`.
    public let scheduleType: String
    public let windowId: TruckWindowID
    public let startsAt: Timestamp
    public let promisedBy: Timestamp
    public let authorizationAmount: Money
    public let clientOrderId: String?
    /// It was made on a phone without a network.
    public let queuedOffline: Bool
    public var subject: String { "orders/\(orderId)" }

    public init(_ order: FuelOrderHead, areaId: ServiceAreaID, fuelType: String, maxGallons: Gallons, scheduleType: String,
                windowId: TruckWindowID, startsAt: Timestamp, promisedBy: Timestamp, authorizationAmount: Money,
                clientOrderId: String? = nil, queuedOffline: Bool) {
        (orderId, userId, number, version, status, at) = (order.orderId, order.userId, order.number, order.version, order.status, order.at)
        (self.areaId, self.fuelType, self.maxGallons, self.scheduleType) = (areaId, fuelType, maxGallons, scheduleType)
        (self.windowId, self.startsAt, self.promisedBy, self.authorizationAmount) = (windowId, startsAt, promisedBy, authorizationAmount)
        (self.clientOrderId, self.queuedOffline) = (clientOrderId, queuedOffline)
    }
}
