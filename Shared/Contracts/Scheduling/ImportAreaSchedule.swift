import Kernel

/// Seeding: when trucks deliver in a service area. A schedule that is there already stays as it is.
public struct ImportAreaSchedule: Message, Equatable {
    public static let type: MessageType = "scheduling.import-area-schedule.v1"
    public let areaId: ServiceAreaID
    /// `mon` … `sun` → pairs of `HH:mm`, as `PUT /service-areas/{id}/schedule` takes them.
    public let weekly: [String: [[String]]]
    public let windowMinutes: Int
    public let cutoffMinutes: Int
    /// As the route takes them.
    public let exceptions: [JSONValue]
    public init(areaId: ServiceAreaID, weekly: [String: [[String]]], windowMinutes: Int, cutoffMinutes: Int, exceptions: [JSONValue] = []) {
        (self.areaId, self.weekly, self.windowMinutes) = (areaId, weekly, windowMinutes)
        (self.cutoffMinutes, self.exceptions) = (cutoffMinutes, exceptions)
    }
}
