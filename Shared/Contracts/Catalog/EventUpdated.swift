import Kernel

/// A published event changed.
public struct EventUpdated: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.event-updated.v1"
    public let eventId: EventID
    public let event: TicketEvent
    /// Names of the fields that changed.
    public let changed: [String]
    /// Date or venue changed while tickets were sold.
    public let notifyHolders: Bool
    /// Until when holders may return their tickets because of the change; nil: the change gives no such right.
    public let refundUntil: Timestamp?
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, event: TicketEvent, changed: [String], notifyHolders: Bool, refundUntil: Timestamp? = nil) {
        (self.eventId, self.event, self.changed, self.notifyHolders, self.refundUntil) =
            (eventId, event, changed, notifyHolders, refundUntil)
    }
}
