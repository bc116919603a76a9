import Kernel

/// A ticket has a new code; the old one is no longer valid.
public struct TicketReissued: DomainEvent, Equatable {
    public static let type: MessageType = "orders.ticket-reissued.v1"
    public let ticketId: TicketID
    public let orderId: OrderID
    public let eventId: EventID
    public let holderId: User.ID
    public let version: Int
    public var subject: String { "tickets/\(ticketId)" }
    public init(ticketId: TicketID, orderId: OrderID, eventId: EventID, holderId: User.ID, version: Int) {
        (self.ticketId, self.orderId, self.eventId, self.holderId, self.version) = (ticketId, orderId, eventId, holderId, version)
    }
}
