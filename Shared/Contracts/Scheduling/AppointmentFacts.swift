import Kernel

/// An appointment in events: without names, addresses and numbers of people.
public struct AppointmentFacts: Codable, Sendable, Equatable {
    public let appointmentId: AppointmentID
    public let artistId: User.ID
    /// Nil: made by hand.
    public let linkId: BookingLinkID?
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let durationMinutes: Int
    /// IANA name.
    public let timezone: String
    /// `link`, `waitlist`, `artist`.
    public let source: String
    public let sequence: Int
    /// Keyed hash of the client's address: the same for the same client, and nothing else.
    public let clientRef: String
    /// Minor units of the tenant's currency; nil: no deposit.
    public let depositAmount: Int?
    public init(appointmentId: AppointmentID, artistId: User.ID, linkId: BookingLinkID?, startsAt: Timestamp, endsAt: Timestamp, durationMinutes: Int,
                timezone: String, source: String, sequence: Int, clientRef: String, depositAmount: Int?) {
        (self.appointmentId, self.artistId, self.linkId, self.startsAt, self.endsAt) = (appointmentId, artistId, linkId, startsAt, endsAt)
        (self.durationMinutes, self.timezone, self.source, self.sequence) = (durationMinutes, timezone, source, sequence)
        (self.clientRef, self.depositAmount) = (clientRef, depositAmount)
    }
}
