import Kernel

/// Drivers on shift may claim a delivery of fuel.
public struct FuelDeliveryAvailable: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-delivery-available.v1"
    /// Of its order.
    public let deliveryId: OrderID
    public let number: String
    public let areaId: ServiceAreaID
    public let fuelType: String
    public let maxGallons: Gallons
    /// `asap`, `window`.
    public let scheduleType: String
    public let startsAt: Timestamp
    public let promisedBy: Timestamp
    /// Who sees it.
    public let driverIds: [User.ID]
    public let at: Timestamp
    public var subject: String { "orders/\(deliveryId)" }
    public init(deliveryId: OrderID, number: String, areaId: ServiceAreaID, fuelType: String, maxGallons: Gallons, scheduleType: String,
                startsAt: Timestamp, promisedBy: Timestamp, driverIds: [User.ID], at: Timestamp) {
        (self.deliveryId, self.number, self.areaId, self.fuelType) = (deliveryId, number, areaId, fuelType)
        (self.maxGallons, self.scheduleType, self.startsAt) = (maxGallons, scheduleType, startsAt)
        (self.promisedBy, self.driverIds, self.at) = (promisedBy, driverIds, at)
    }
}
