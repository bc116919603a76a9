import Kernel

/// Tickets of an event are sold from tomorrow on, by the tenant's calendar. Told once per event and sales start.
public struct SalesOpening: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.sales-opening.v1"
    public let eventId: EventID
    public let organizerId: User.ID
    public let title: String
    /// When the first of its tickets are sold.
    public let salesStart: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, title: String, salesStart: Timestamp) {
        (self.eventId, self.organizerId, self.title, self.salesStart) = (eventId, organizerId, title, salesStart)
    }
}
