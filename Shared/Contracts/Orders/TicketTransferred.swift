import Kernel

/// A ticket has another holder: the former ticket is void, a new one exists for the same seat. Orders, money and limits stay the buyer's.
public struct TicketTransferred: DomainEvent, Equatable {
    public static let type: MessageType = "orders.ticket-transferred.v1"
    public let transferId: TransferID
    public let orderId: OrderID
    public let eventId: EventID
    public let event: TicketEvent
    /// Who paid for the seat.
    public let buyerId: User.ID
    /// What the sender had.
    public let former: IssuedTicket
    /// What the recipient has now: one.
    public let tickets: [IssuedTicket]
    public var subject: String { "tickets/\(former.ticketId)" }
    public init(transferId: TransferID, orderId: OrderID, eventId: EventID, event: TicketEvent, buyerId: User.ID, former: IssuedTicket,
                tickets: [IssuedTicket]) {
        (self.transferId, self.orderId, self.eventId, self.event) = (transferId, orderId, eventId, event)
        (self.buyerId, self.former, self.tickets) = (buyerId, former, tickets)
    }
}
