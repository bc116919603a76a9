import Kernel

/// A freed slot is kept for somebody who waits.
public struct SlotWaitlistOffered: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.waitlist-offered.v1"
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
