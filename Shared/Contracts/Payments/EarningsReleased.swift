import Kernel

/// The earnings of an event can be withdrawn.
public struct EarningsReleased: DomainEvent, Equatable {
    public static let type: MessageType = "payments.earnings-released.v1"
    public let eventId: EventID
    public let organizerId: User.ID
    /// Minor units.
    public let amount: Int
    public let currency: Currency
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, organizerId: User.ID, amount: Int, currency: Currency) {
        (self.eventId, self.organizerId, self.amount, self.currency) = (eventId, organizerId, amount, currency)
    }
}
