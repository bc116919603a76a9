import Kernel

/// Ticket sales of an event begin tomorrow in the tenant's time zone. Published once per event and sales start.
public struct SalesOpening: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.sales-opening.v1"
    public let eventId: EventID
    public let organizerId: User.ID
    public let title: String
    /// When its ticket sales begin.
    public let salesStart: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, title: String, salesStart: Timestamp) {
        (self.eventId, self.organizerId, self.title, self.salesStart) = (eventId, organizerId, title, salesStart)
    }
}
