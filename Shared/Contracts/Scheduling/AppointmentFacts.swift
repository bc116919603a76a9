import Kernel

/// An appointment in events: without names, addresses and numbers of people.
public struct AppointmentFacts: Codable, Sendable, Equatable {
    public let appointmentId: AppointmentID
    public let providerId: User.ID
    /// Nil: made by hand.
    public let linkId: BookingLinkID?
    public let startsAt: Timestamp
    public let endsAt: Timestamp
    public let durationMinutes: Int
    /// IANA name.
    public let timezone: String
    /// `link`, `waitlist`, `provider`.
    public let source: String
    public let sequence: Int
    /// Keyed hash of the customer's address: the same for the same customer, and nothing else.
    public let customerRef: String
    /// Minor units of the tenant's currency; nil: no deposit.
    public let depositAmount: Int?
    public init(appointmentId: AppointmentID, providerId: User.ID, linkId: BookingLinkID?, startsAt: Timestamp, endsAt: Timestamp,
                durationMinutes: Int, timezone: String, source: String, sequence: Int, customerRef: String, depositAmount: Int?) {
        (self.appointmentId, self.providerId, self.linkId, self.startsAt, self.endsAt) =
            (appointmentId, providerId, linkId, startsAt, endsAt)
        (self.durationMinutes, self.timezone, self.source, self.sequence) = (durationMinutes, timezone, source, sequence)
        (self.customerRef, self.depositAmount) = (customerRef, depositAmount)
    }
}
