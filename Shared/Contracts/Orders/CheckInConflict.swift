import Kernel

/// Scans of an event contradict each other or the rules, as an upload of a phone that was offline has shown.
public struct CheckInConflict: DomainEvent, Equatable {
    public static let type: MessageType = "orders.check-in-conflict.v1"
    public let conflictId: String
    /// `double-entry`, `admitted-…`, `refused-valid` or `clock-skew`.
    public let kind: String
    /// The same for all conflicts that one upload has shown.
    public let uploadId: String
    /// Absent when the code was not ours.
    public let ticketId: TicketID?
    public let eventId: EventID
    public let organizerId: User.ID
    public let holderId: User.ID?
    public let title: String
    public let gateId: String?
    public let gateName: String?
    public let deviceId: String?
    public let at: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(conflictId: String, kind: String, uploadId: String, ticketId: TicketID? = nil, eventId: EventID, organizerId: User.ID,
                holderId: User.ID? = nil, title: String, gateId: String? = nil, gateName: String? = nil, deviceId: String? = nil,
                at: Timestamp) {
        (self.conflictId, self.kind, self.uploadId, self.ticketId, self.eventId) = (conflictId, kind, uploadId, ticketId, eventId)
        (self.organizerId, self.holderId, self.title, self.gateId, self.gateName) = (organizerId, holderId, title, gateId, gateName)
        (self.deviceId, self.at) = (deviceId, at)
    }
}
