import Kernel

/// The organizer took the right to scan at an event back.
public struct ScannerRevoked: DomainEvent, Equatable {
    public static let type: MessageType = "orders.scanner-revoked.v1"
    public let eventId: EventID
    public let userId: User.ID
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, userId: User.ID) { (self.eventId, self.userId) = (eventId, userId) }
}
