import Kernel

/// A scan that was refused.
public struct CheckInRefused: DomainEvent, Equatable {
    public static let type: MessageType = "orders.check-in-refused.v1"
    public let checkInId: String
    /// Absent when the code was not ours.
    public let ticketId: TicketID?
    public let eventId: EventID
    public let organizerId: User.ID
    public let gateId: String?
    public let deviceId: String?
    public let at: Timestamp
    public let reason: String
    public var subject: String { "events/\(eventId)" }
    public init(checkInId: String, ticketId: TicketID? = nil, eventId: EventID, organizerId: User.ID, gateId: String? = nil,
        deviceId: String? = nil, at: Timestamp, reason: String) {
        (self.checkInId, self.ticketId, self.eventId, self.organizerId, self.gateId) = (checkInId, ticketId, eventId, organizerId, gateId)
        (self.deviceId, self.at, self.reason) = (deviceId, at, reason)
    }
}
