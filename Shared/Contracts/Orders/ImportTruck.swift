import Kernel

/// Seeding: a truck with what its compartments hold. One that is there stays as it is.
public struct ImportTruck: Message, Equatable {
    public static let type: MessageType = "orders.import-truck.v1"
    public let truckId: TruckID
    public let code: String
    public let plate: String
    public let areaId: ServiceAreaID
    public let compartments: [TruckCompartment]
    /// Of each compartment's capacity.
    public let percentFull: Int
    public init(truckId: TruckID, code: String, plate: String, areaId: ServiceAreaID, compartments: [TruckCompartment], percentFull: Int) {
        (self.truckId, self.code, self.plate, self.areaId) = (truckId, code, plate, areaId)
        (self.compartments, self.percentFull) = (compartments, percentFull)
    }
}
