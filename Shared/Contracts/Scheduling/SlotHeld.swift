import Kernel

/// A slot is kept for somebody for a while.
public struct SlotHeld: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.slot-held.v1"
    public let holdId: SlotHoldID
    public let providerId: User.ID
    public let linkId: BookingLinkID
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let expiresAt: Timestamp
    /// `form`: somebody fills in a form; `offer`: offered to somebody who waits.
    public let kind: String
    public var subject: String { "booking-links/\(linkId)" }
    public init(holdId: SlotHoldID, providerId: User.ID, linkId: BookingLinkID, startsAt: Timestamp, endsAt: Timestamp,
                expiresAt: Timestamp, kind: String) {
        (self.holdId, self.providerId, self.linkId, self.startsAt, self.endsAt) = (holdId, providerId, linkId, startsAt, endsAt)
        (self.expiresAt, self.kind) = (expiresAt, kind)
    }
}
