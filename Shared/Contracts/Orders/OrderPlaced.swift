import Kernel

/// Somebody wants tickets; seats are being claimed.
public struct OrderPlaced: DomainEvent, Equatable {
    public static let type: MessageType = "orders.order-placed.v1"
    public let orderId: OrderID
    public let number: String
    public let userId: User.ID
    public let eventId: EventID
    public let items: [TicketLine]
    public var subject: String { "orders/\(orderId)" }
    public init(orderId: OrderID, number: String, userId: User.ID, eventId: EventID, items: [TicketLine]) {
        (self.orderId, self.number, self.userId, self.eventId, self.items) = (orderId, number, userId, eventId, items)
    }
}
