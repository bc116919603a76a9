import Kernel

/// It is time to remind somebody of an event.
public struct ReminderDue: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.reminder-due.v1"
    public let reminderId: String
    public let userId: User.ID
    public let eventId: EventID
    public let title: String
    public let startDate: Timestamp
    public let venueName: String
    /// How long before the start: 1440 or 120.
    public let offsetMinutes: Int
    /// `ticket` or `favorite`.
    public let reason: String
    public var subject: String { "events/\(eventId)" }
    public init(reminderId: String, userId: User.ID, eventId: EventID, title: String, startDate: Timestamp, venueName: String,
                offsetMinutes: Int, reason: String) {
        (self.reminderId, self.userId, self.eventId) = (reminderId, userId, eventId)
        (self.title, self.startDate, self.venueName) = (title, startDate, venueName)
        (self.offsetMinutes, self.reason) = (offsetMinutes, reason)
    }
}
