import Kernel

/// Returns tickets, as releases before `ReturnStock` had lines of any unit said it. Logs and dead letters hold it.
public struct ReturnTickets: Message, Equatable {
    public static let type: MessageType = "catalog.return-stock.v1"
    public let orderId: OrderID
    public let eventId: EventID
    public let items: [TicketLine]
    /// Names this return: the same one twice returns once.
    public let returnId: String
    /// Who had bought them: for orders that never had a claim (imported ones).
    public let userId: User.ID?
    /// Minor units of the order's money that are refunded or being refunded. Absent: refund the face value of the
    /// items.
    public let refundedTotal: Int?
    public init(orderId: OrderID, eventId: EventID, items: [TicketLine], returnId: String, userId: User.ID? = nil,
                refundedTotal: Int? = nil) {
        (self.orderId, self.eventId, self.items, self.returnId, self.userId) = (orderId, eventId, items, returnId, userId)
        self.refundedTotal = refundedTotal
    }
}
