import Kernel

/// A link was revoked.
public struct BookingLinkRevoked: DomainEvent, Equatable {
    public static let type: MessageType = "scheduling.booking-link-revoked.v1"
    public let linkId: BookingLinkID
    /// Whose calendar it opens.
    public let artistId: User.ID
    public let durationMinutes: Int
    public let expiresAt: Timestamp
    public var subject: String { "booking-links/\(linkId)" }
    public init(linkId: BookingLinkID, artistId: User.ID, durationMinutes: Int, expiresAt: Timestamp) {
        (self.linkId, self.artistId, self.durationMinutes, self.expiresAt) = (linkId, artistId, durationMinutes, expiresAt)
    }
}
