import Kernel

/// Seeding: an order as it is after everything went well, with its tickets and fixed ids. The same one twice is one;
/// nothing is charged, nothing is claimed.
public struct ImportOrder: Message, Equatable {
    public static let type: MessageType = "orders.import-order.v1"
    public struct ImportedTicket: Codable, Sendable, Equatable {
        public let ticketId: TicketID
        public let ticketTypeId: TicketTypeID
        public let ticketTypeName: String
        public let price: Money
        public let attendeeName: String?
        /// When it was checked in; absent: not yet.
        public let usedAt: Timestamp?
        /// Given back; its face value counts as refunded.
        public let refunded: Bool
        /// When it was refunded; absent: when the order was placed.
        public let refundedAt: Timestamp?
        public init(ticketId: TicketID, ticketTypeId: TicketTypeID, ticketTypeName: String, price: Money, attendeeName: String? = nil,
                    usedAt: Timestamp? = nil, refunded: Bool = false, refundedAt: Timestamp? = nil) {
            (self.ticketId, self.ticketTypeId, self.ticketTypeName, self.price) = (ticketId, ticketTypeId, ticketTypeName, price)
            (self.attendeeName, self.usedAt, self.refunded) = (attendeeName, usedAt, refunded)
            self.refundedAt = refundedAt
        }
    }
    public let orderId: OrderID
    public let userId: User.ID
    /// Kept unless something newer is known.
    public let event: TicketEvent
    /// All of one currency, at least one.
    public let tickets: [ImportedTicket]
    /// Absent for free orders.
    public let paymentId: PaymentID?
    public let placedAt: Timestamp
    public init(orderId: OrderID, userId: User.ID, event: TicketEvent, tickets: [ImportedTicket], paymentId: PaymentID? = nil,
                placedAt: Timestamp) {
        (self.orderId, self.userId, self.event, self.tickets) = (orderId, userId, event, tickets)
        (self.paymentId, self.placedAt) = (paymentId, placedAt)
    }
}
