import Kernel

/// Somebody deleted a vehicle of theirs, or their account.
public struct VehicleRemoved: DomainEvent, Equatable {
    public static let type: MessageType = "orders.vehicle-removed.v1"
    public let vehicleId: VehicleID
    public let userId: User.ID
    public let removedAt: Timestamp
    public var subject: String { "vehicles/\(vehicleId)" }
    public init(vehicleId: VehicleID, userId: User.ID, removedAt: Timestamp) {
        (self.vehicleId, self.userId, self.removedAt) = (vehicleId, userId, removedAt)
    }
}
