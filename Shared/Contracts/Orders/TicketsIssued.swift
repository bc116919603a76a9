import Kernel

/// Tickets exist.
public struct TicketsIssued: DomainEvent, Equatable {
    public static let type: MessageType = "orders.tickets-issued.v1"
    public static let awaitedBy = Awaiting.nobody
    public let orderId: OrderID
    public let eventId: EventID
    public let userId: User.ID
    public let event: TicketEvent
    public let tickets: [IssuedTicket]
    /// Imported, not just bought: nobody is notified. Absent: false.
    public let imported: Bool?
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, eventId: EventID, userId: User.ID, event: TicketEvent, tickets: [IssuedTicket], imported: Bool? = nil) {
        (self.orderId, self.eventId, self.userId, self.event, self.tickets, self.imported) =
            (orderId, eventId, userId, event, tickets, imported)
    }
}
