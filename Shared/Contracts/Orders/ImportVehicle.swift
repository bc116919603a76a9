import Kernel

/// Seeding: a vehicle of somebody. One that is there already stays as it is.
public struct ImportVehicle: Message, Equatable {
    public static let type: MessageType = "orders.import-vehicle.v1"
    public let vehicleId: VehicleID
    public let userId: User.ID
    public let make: String
    public let model: String
    public let year: Int
    public let fuelType: String
    /// `US-FL`.
    public let region: String
    public let plateNumber: String
    public let nickname: String?
    public let color: String?
    public let tankCapacityGallons: Gallons
    /// `customer`, `reference`, `default`: who said so.
    public let tankCapacitySource: String
    /// `left`, `right`.
    public let fuelDoorSide: String?
    public let addedAt: Timestamp
    public init(vehicleId: VehicleID, userId: User.ID, make: String, model: String, year: Int, fuelType: String, region: String,
                plateNumber: String, nickname: String? = nil, color: String? = nil, tankCapacityGallons: Gallons,
                tankCapacitySource: String, fuelDoorSide: String? = nil, addedAt: Timestamp) {
        (self.vehicleId, self.userId, self.make, self.model, self.year) = (vehicleId, userId, make, model, year)
        (self.fuelType, self.region, self.plateNumber, self.nickname, self.color) = (fuelType, region, plateNumber, nickname, color)
        (self.tankCapacityGallons, self.tankCapacitySource) = (tankCapacityGallons, tankCapacitySource)
        (self.fuelDoorSide, self.addedAt) = (fuelDoorSide, addedAt)
    }
}
