import Kernel

/// Somebody left.
public struct TicketCheckedOut: DomainEvent, Equatable {
    public static let type: MessageType = "orders.ticket-checked-out.v1"
    public let checkInId: String
    public let ticketId: TicketID
    public let eventId: EventID
    public let organizerId: User.ID
    public let holderId: User.ID
    public let gateId: String?
    public let deviceId: String?
    public let at: Timestamp
    public var subject: String { "events/\(eventId)" }
    public init(checkInId: String, ticketId: TicketID, eventId: EventID, organizerId: User.ID, holderId: User.ID, gateId: String? = nil,
        deviceId: String? = nil, at: Timestamp) {
        (self.checkInId, self.ticketId, self.eventId, self.organizerId, self.holderId) =
            (checkInId, ticketId, eventId, organizerId, holderId)
        (self.gateId, self.deviceId, self.at) = (gateId, deviceId, at)
    }
}
