import Kernel

/// A driver began to work with a truck.
public struct ShiftStarted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.shift-started.v1"
    public let shiftId: ShiftID
    public let driverId: User.ID
    public let truckId: TruckID
    public let truckCode: String
    public let areaId: ServiceAreaID
    public let startedAt: Timestamp
    public var subject: String { "shifts/\(shiftId)" }
    public init(shiftId: ShiftID, driverId: User.ID, truckId: TruckID, truckCode: String, areaId: ServiceAreaID, startedAt: Timestamp) {
        (self.shiftId, self.driverId, self.truckId) = (shiftId, driverId, truckId)
        (self.truckCode, self.areaId, self.startedAt) = (truckCode, areaId, startedAt)
    }
}
