import Kernel

public enum TransferTag {}
public typealias TransferID = Identifier<TransferTag>

/// A holder offers a ticket to somebody else. Said once for an address, and once for each account that is known to have that address.
public struct TransferOffered: DomainEvent, Equatable {
    public static let type: MessageType = "orders.transfer-offered.v1"
    public let transferId: TransferID
    public let orderId: OrderID
    public let eventId: EventID
    public let event: TicketEvent
    public let ticketId: TicketID
    public let ticketTypeId: TicketTypeID
    public let senderId: User.ID
    /// The account whose verified address it is; nil: none is known, the invitation goes to the address itself.
    public let recipientId: User.ID?
    public let expiresAt: Timestamp
    /// A `TransferInvitation`, as JSON. Only notifications can open it.
    public let invitation: SealedValue?
    public var subject: String { "tickets/\(ticketId)" }
    public init(transferId: TransferID, orderId: OrderID, eventId: EventID, event: TicketEvent, ticketId: TicketID,
                ticketTypeId: TicketTypeID, senderId: User.ID, recipientId: User.ID?, expiresAt: Timestamp, invitation: SealedValue?) {
        (self.transferId, self.orderId, self.eventId, self.event) = (transferId, orderId, eventId, event)
        (self.ticketId, self.ticketTypeId, self.senderId, self.recipientId) = (ticketId, ticketTypeId, senderId, recipientId)
        (self.expiresAt, self.invitation) = (expiresAt, invitation)
    }
}

/// The content of the sealed part: the person who has the link may take the ticket, and the address is a third person's.
public struct TransferInvitation: Codable, Sendable, Equatable {
    /// `email` or `sms`.
    public let channel: String
    public let to: String
    /// Ends with `?token=…`.
    public let url: String
    public init(channel: String, to: String, url: String) { (self.channel, self.to, self.url) = (channel, to, url) }
}
