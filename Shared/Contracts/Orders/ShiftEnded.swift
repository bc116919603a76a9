import Kernel

/// A driver works no more; the truck is free for another one.
public struct ShiftEnded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.shift-ended.v1"
    public let shiftId: ShiftID
    public let driverId: User.ID
    public let truckId: TruckID
    /// `driver`, `dispatcher`, `system`.
    public let by: String
    public let endedAt: Timestamp
    public var subject: String { "shifts/\(shiftId)" }
    public init(shiftId: ShiftID, driverId: User.ID, truckId: TruckID, by: String, endedAt: Timestamp) {
        (self.shiftId, self.driverId, self.truckId, self.by, self.endedAt) = (shiftId, driverId, truckId, by, endedAt)
    }
}
