import Kernel

/// Somebody added a vehicle of theirs. Its plate stays with orders.
public struct VehicleAdded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.vehicle-added.v1"
    public let vehicleId: VehicleID
    public let userId: User.ID
    public let make: String
    public let model: String
    public let year: Int
    /// The lowest grade that it takes, as the code of a fuel type.
    public let fuelType: String
    public let tankCapacityGallons: Gallons
    public let addedAt: Timestamp
    public var subject: String { "vehicles/\(vehicleId)" }
    public init(vehicleId: VehicleID, userId: User.ID, make: String, model: String, year: Int, fuelType: String,
                tankCapacityGallons: Gallons, addedAt: Timestamp) {
        (self.vehicleId, self.userId, self.make, self.model, self.year) = (vehicleId, userId, make, model, year)
        (self.fuelType, self.tankCapacityGallons, self.addedAt) = (fuelType, tankCapacityGallons, addedAt)
    }
}
