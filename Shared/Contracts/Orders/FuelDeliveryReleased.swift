import Kernel

/// A driver has a delivery of fuel no more: released, moved to another window, or the shift ended. He stops watching its order.
public struct FuelDeliveryReleased: DomainEvent, Equatable {
    public static let type: MessageType = "orders.fuel-delivery-released.v1"
    public let orderId: OrderID
    public let driverId: User.ID
    public let at: Timestamp
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, driverId: User.ID, at: Timestamp) { (self.orderId, self.driverId, self.at) = (orderId, driverId, at) }
}
