import Kernel

/// Tickets of an event that were sold, or kept for somebody who waited, are free again. A hold that ends is told by its claim.
public struct TicketsFreed: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.tickets-freed.v1"
    public let eventId: EventID
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID) { self.eventId = eventId }
}
