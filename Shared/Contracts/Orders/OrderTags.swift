import Kernel

public enum OrderTag {}
public enum TicketTag {}
public typealias OrderID = Identifier<OrderTag>
public typealias TicketID = Identifier<TicketTag>

/// A ticket as other services see it: no name, no code.
public struct IssuedTicket: Codable, Sendable, Equatable {
    public let ticketId: TicketID
    public let ticketTypeId: TicketTypeID
    public let holderId: User.ID
    public let serial: String
    public init(ticketId: TicketID, ticketTypeId: TicketTypeID, holderId: User.ID, serial: String) {
        (self.ticketId, self.ticketTypeId, self.holderId, self.serial) = (ticketId, ticketTypeId, holderId, serial)
    }
}
