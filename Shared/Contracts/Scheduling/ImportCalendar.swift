import Kernel

/// A calendar with its hours and exceptions, from elsewhere: demo data, a move from another system. A calendar that has
/// rows already keeps them.
public struct ImportCalendar: Message, Equatable {
    public static let type: MessageType = "scheduling.import-calendar.v1"
    public struct Hours: Codable, Sendable, Equatable {
        /// 0 is Sunday.
        public let dayOfWeek: Int
        /// `HH:mm`
        public let startTime: String
        public let endTime: String
        public let isActive: Bool
        public init(dayOfWeek: Int, startTime: String, endTime: String, isActive: Bool = true) {
            (self.dayOfWeek, self.startTime, self.endTime, self.isActive) = (dayOfWeek, startTime, endTime, isActive)
        }
    }
    public struct Exception: Codable, Sendable, Equatable {
        /// `closed`, `blocked`, `extra`.
        public let kind: String
        public let startDate: CalendarDate
        public let endDate: CalendarDate
        public let startTime: String?
        public let endTime: String?
        public let reason: String
        public init(kind: String, startDate: CalendarDate, endDate: CalendarDate, startTime: String? = nil, endTime: String? = nil,
                    reason: String = "") {
            (self.kind, self.startDate, self.endDate) = (kind, startDate, endDate)
            (self.startTime, self.endTime, self.reason) = (startTime, endTime, reason)
        }
    }
    public let providerId: User.ID
    public let name: String
    /// IANA name.
    public let timezone: String
    /// Settings that differ from the tenant's, by name.
    public let settings: [String: JSONValue]
    public let hours: [Hours]
    public let exceptions: [Exception]
    public init(providerId: User.ID, name: String, timezone: String, settings: [String: JSONValue], hours: [Hours],
                exceptions: [Exception]) {
        (self.providerId, self.name, self.timezone, self.settings) = (providerId, name, timezone, settings)
        (self.hours, self.exceptions) = (hours, exceptions)
    }
}
