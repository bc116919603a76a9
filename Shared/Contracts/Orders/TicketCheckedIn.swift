import Kernel

/// Somebody entered.
public struct TicketCheckedIn: DomainEvent, Equatable {
    public static let type: MessageType = "orders.ticket-checked-in.v1"
    public let checkInId: String
    public let ticketId: TicketID
    public let eventId: EventID
    public let organizerId: User.ID
    public let holderId: User.ID
    public let title: String
    public let gateId: String?
    public let gateName: String?
    public let deviceId: String?
    public let at: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(checkInId: String, ticketId: TicketID, eventId: EventID, organizerId: User.ID, holderId: User.ID, title: String,
        gateId: String? = nil, gateName: String? = nil, deviceId: String? = nil, at: Timestamp) {
        (self.checkInId, self.ticketId, self.eventId, self.organizerId, self.holderId) =
            (checkInId, ticketId, eventId, organizerId, holderId)
        (self.title, self.gateId, self.gateName, self.deviceId, self.at) = (title, gateId, gateName, deviceId, at)
    }
}
