import Kernel

/// Tickets exist.
public struct TicketsIssued: DomainEvent, Equatable {
    public static let type: MessageType = "orders.tickets-issued.v1"
    public let orderId: OrderID
    public let eventId: EventID
    public let userId: User.ID
    public let event: TicketEvent
    public let tickets: [IssuedTicket]
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, eventId: EventID, userId: User.ID, event: TicketEvent, tickets: [IssuedTicket]) {
        (self.orderId, self.eventId, self.userId, self.event, self.tickets) = (orderId, eventId, userId, event, tickets)
    }
}
