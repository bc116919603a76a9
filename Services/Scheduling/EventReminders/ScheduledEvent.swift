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
    public let isCancelled: Bool
    /// When this snapshot arrived.
    public let updatedAt: Timestamp

    public init(id: EventID, version: Int, title: String, startDate: Timestamp, endDate: Timestamp, venue: Venue, organizerName: String,
        isCancelled: Bool, updatedAt: Timestamp) {
        (self.id, self.version, self.title, self.startDate, self.endDate) = (id, version, title, startDate, endDate)
        (self.venue, self.organizerName, self.isCancelled, self.updatedAt) = (venue, organizerName, isCancelled, updatedAt)
    }
    public init(_ event: TicketEvent, isCancelled: Bool = false, at now: Timestamp) {
        self.init(id: event.eventId, version: event.version, title: event.title, startDate: event.startDate, endDate: event.endDate,
                  venue: event.venue,
                  organizerName: event.organizerName, isCancelled: isCancelled || event.status == "cancelled", updatedAt: now)
    }
}
