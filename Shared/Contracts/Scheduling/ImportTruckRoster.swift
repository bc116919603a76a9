import Kernel

/// Seeding: how many stops a truck makes in each window of an area. A truck that has a roster keeps it.
public struct ImportTruckRoster: Message, Equatable {
    public static let type: MessageType = "scheduling.import-truck-roster.v1"
    public struct Row: Codable, Sendable, Equatable {
        public let areaId: ServiceAreaID
        /// `mon` … `sun`
        public let weekdays: [String]
        public let stopsPerWindow: Int
        public init(areaId: ServiceAreaID, weekdays: [String], stopsPerWindow: Int) {
            (self.areaId, self.weekdays, self.stopsPerWindow) = (areaId, weekdays, stopsPerWindow)
        }
    }
    public let truckId: TruckID
    public let rows: [Row]
    public init(truckId: TruckID, rows: [Row]) { (self.truckId, self.rows) = (truckId, rows) }
}
