import Kernel

/// Open time of one weekday, in minutes of the local day. A day may have several.
public struct WorkingHours: Hashable, Sendable {
    public var id: Int
    /// 0 is Sunday.
    public let dayOfWeek: Int
    public let startMinute: Int
    /// Up to 1440 (24:00).
    public let endMinute: Int
    public let isActive: Bool
    public init(id: Int, dayOfWeek: Int, startMinute: Int, endMinute: Int, isActive: Bool = true) {
        (self.id, self.dayOfWeek, self.startMinute, self.endMinute, self.isActive) = (id, dayOfWeek, startMinute, endMinute, isActive)
    }

    public static let rowsPerDayMax = 6

    /// Active rows of a day may touch, not overlap. Inactive rows never conflict.
    public func overlaps(_ other: WorkingHours) -> Bool {
        isActive && other.isActive && dayOfWeek == other.dayOfWeek && startMinute < other.endMinute && other.startMinute < endMinute
    }
}
