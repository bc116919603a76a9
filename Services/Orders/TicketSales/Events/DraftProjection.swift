import Contracts
import Kernel

/// An event that is not published yet, as its organizer works on it.
package struct DraftProjection: Sendable, Equatable {
    package struct TicketType: Codable, Sendable, Equatable {
        package let id: TicketTypeID
        package let name: String
        package let quantity: Int
        package init(id: TicketTypeID, name: String, quantity: Int) { (self.id, self.name, self.quantity) = (id, name, quantity) }
    }
    package let id: EventID
    package let organizerId: User.ID
    package let title: String
    package let isDeleted: Bool
    package let ticketTypes: [TicketType]
}
