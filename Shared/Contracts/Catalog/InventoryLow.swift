import Kernel

/// Few tickets are left. Published once per event.
public struct InventoryLow: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.inventory-low.v1"
    public let eventId: EventID
    public let organizerId: User.ID
    public let title: String
    public let remaining: Int
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, title: String, remaining: Int) {
        (self.eventId, self.organizerId, self.title, self.remaining) = (eventId, organizerId, title, remaining)
    }
}
