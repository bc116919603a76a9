import Kernel

/// A delivery of fuel is a driver's: claimed by him, or given by a dispatcher.
public struct FuelDeliveryAssigned: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-delivery-assigned.v1"
    public let deliveryId: OrderID
    public let number: String
    public let driverId: User.ID
    /// `driver`, `dispatcher`.
    public let by: String
    public let at: Timestamp
    public var subject: String { "orders/\(deliveryId)" }
    public init(deliveryId: OrderID, number: String, driverId: User.ID, by: String, at: Timestamp) {
        (self.deliveryId, self.number, self.driverId, self.by, self.at) = (deliveryId, number, driverId, by, at)
    }
}
