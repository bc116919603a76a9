import Kernel

/// Tickets became invalid: refunded, or their event was cancelled.
public struct TicketsCancelled: DomainEvent, Equatable {
    public static let type: MessageType = "orders.tickets-cancelled.v1"
    public let orderId: OrderID
    public let eventId: EventID
    public let tickets: [IssuedTicket]
    /// `refund`, `event-cancelled`, `account-erased`.
    public let reason: String
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, eventId: EventID, tickets: [IssuedTicket], reason: String) {
        (self.orderId, self.eventId, self.tickets, self.reason) = (orderId, eventId, tickets, reason)
    }
}
