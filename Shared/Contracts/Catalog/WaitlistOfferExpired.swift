import Kernel

/// An offer was not used in time: the next in line gets it.
public struct WaitlistOfferExpired: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.waitlist-offer-expired.v1"
    public let eventId: EventID
    public let ticketTypeId: TicketTypeID
    public let userId: User.ID
    public let entryId: String
    public let offerId: String
    public var subject: String { "events/\(eventId)" }
    public init(eventId: EventID, ticketTypeId: TicketTypeID, userId: User.ID, entryId: String, offerId: String) {
        (self.eventId, self.ticketTypeId, self.userId, self.entryId, self.offerId) = (eventId, ticketTypeId, userId, entryId, offerId)
    }
}
