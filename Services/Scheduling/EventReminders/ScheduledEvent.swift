import Contracts
import Kernel

/// An event as far as time and place go.
public struct ScheduledEvent: Sendable, Equatable {
    public let id: EventID
    /// Of the snapshot: a smaller one is older news.
    public let version: Int
    public let title: String
    public let startDate: Timestamp
    public let endDate: Timestamp
    public let venue: Venue
    public let organizerName: String
    /// Whose event it is. Nil: the account is gone, or the row is older than the column.
    public let organizerId: User.ID?
    public let isCancelled: Bool
    /// Cancelled by deleting it: nobody sees it any more but in calendars that have it.
    public let isDeleted: Bool
    /// When this snapshot arrived.
    public let updatedAt: Timestamp

    public init(id: EventID, version: Int, title: String, startDate: Timestamp, endDate: Timestamp, venue: Venue, organizerName: String,
        organizerId: User.ID? = nil, isCancelled: Bool, isDeleted: Bool = false, updatedAt: Timestamp) {
        (self.id, self.version, self.title, self.startDate, self.endDate) = (id, version, title, startDate, endDate)
        (self.venue, self.organizerName, self.organizerId) = (venue, organizerName, organizerId)
        (self.isCancelled, self.isDeleted, self.updatedAt) = (isCancelled, isDeleted, updatedAt)
    }
    public init(_ event: TicketEvent, isCancelled: Bool = false, isDeleted: Bool = false, at now: Timestamp) {
        self.init(id: event.eventId, version: event.version, title: event.title, startDate: event.startDate, endDate: event.endDate,
                  venue: event.venue,
                  organizerName: event.organizerName, organizerId: event.organizerId,
                  isCancelled: isCancelled || event.status == "cancelled", isDeleted: isDeleted, updatedAt: now)
    }

    public var window: TimeWindow { TimeWindow(start: startDate, end: endDate) }
}
