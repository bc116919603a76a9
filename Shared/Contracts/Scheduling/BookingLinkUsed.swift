import Kernel

/// The one appointment of a link is booked.
public struct BookingLinkUsed: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.booking-link-used.v1"
    public let linkId: BookingLinkID
    /// Whose calendar it opens.
    public let providerId: User.ID
    public let durationMinutes: Int
    public let expiresAt: Timestamp
    public var subject: String { "booking-links/\(linkId)" }
    public init(linkId: BookingLinkID, providerId: User.ID, durationMinutes: Int, expiresAt: Timestamp) {
        (self.linkId, self.providerId, self.durationMinutes, self.expiresAt) = (linkId, providerId, durationMinutes, expiresAt)
    }
}
