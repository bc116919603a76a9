import Kernel

/// A truck is new, or stands in another area or carries other fuels now. What it carries at the moment is told by its ledger.
public struct TruckChanged: DomainEvent, Equatable {
    public static let type: MessageType = "orders.truck-changed.v1"
    public let truckId: TruckID
    /// As drivers know it: `T-101`.
    public let code: String
    public let plate: String
    /// Of the service area where it works.
    public let areaId: ServiceAreaID
    public let compartments: [TruckCompartment]
    public let changedAt: Timestamp
    public var subject: String { "trucks/\(truckId)" }
    public init(truckId: TruckID, code: String, plate: String, areaId: ServiceAreaID, compartments: [TruckCompartment],
                changedAt: Timestamp) {
        (self.truckId, self.code, self.plate, self.areaId) = (truckId, code, plate, areaId)
        (self.compartments, self.changedAt) = (compartments, changedAt)
    }
}

/// A tank of a truck: one fuel, and how much of it fits.
public struct TruckCompartment: Codable, Sendable, Equatable {
    public let fuelType: String
    public let capacityGallons: Gallons
    public init(fuelType: String, capacityGallons: Gallons) { (self.fuelType, self.capacityGallons) = (fuelType, capacityGallons) }
}
