import Kernel

/// A wait ended: the link was used or revoked, its days have passed, or the customer left.
public struct SlotWaitlistEnded: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.waitlist-ended.v1"
    public let entryId: Identifier<WaitlistEntryTag>
    public let linkId: BookingLinkID
    public let providerId: User.ID
    /// Of the slot it is about.
    public let startsAt: Timestamp?
    public var subject: String { "booking-links/\(linkId)" }
    public init(entryId: Identifier<WaitlistEntryTag>, linkId: BookingLinkID, providerId: User.ID, startsAt: Timestamp? = nil) {
        (self.entryId, self.linkId, self.providerId, self.startsAt) = (entryId, linkId, providerId, startsAt)
    }
}
