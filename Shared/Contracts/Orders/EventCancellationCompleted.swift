import Kernel

/// The orders of a cancelled event are undone, or a day has passed.
public struct EventCancellationCompleted: DomainEvent, Equatable {
    public static let type: MessageType = "orders.event-cancellation-completed.v1"
    public let eventId: EventID
    public let organizerId: User.ID
    /// `completed` or `completed-with-failures`.
    public let state: String
    public let attendees: Int
    public let tickets: Int
    public let orders: Int
    /// Refunds that went through, and those that did not.
    public let refunded: Int
    public let failed: Int
    public let refundTotal: Money
    public let refundedTotal: Money
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, state: String, attendees: Int, tickets: Int, orders: Int, refunded: Int,
        failed: Int, refundTotal: Money, refundedTotal: Money) {
        (self.eventId, self.organizerId, self.state) = (eventId, organizerId, state)
        (self.attendees, self.tickets, self.orders) = (attendees, tickets, orders)
        (self.refunded, self.failed, self.refundTotal, self.refundedTotal) = (refunded, failed, refundTotal, refundedTotal)
    }
}
