import Kernel

/// A delivery of fuel that drivers had or could claim is gone for them: another one has it, or its order ended or moved.
public struct FuelDeliveryWithdrawn: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-delivery-withdrawn.v1"
    public let deliveryId: OrderID
    public let driverIds: [User.ID]
    public let at: Timestamp
    public var subject: String { "orders/\(deliveryId)" }
    public init(deliveryId: OrderID, driverIds: [User.ID], at: Timestamp) {
        (self.deliveryId, self.driverIds, self.at) = (deliveryId, driverIds, at)
    }
}
