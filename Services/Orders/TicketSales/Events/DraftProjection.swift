import Contracts
import Kernel

/// An event that is not published yet, as its organizer works on it.
package struct DraftProjection: Sendable, Equatable {
    package let id: EventID
    package let organizerId: User.ID
    package let title: String
    package let isDeleted: Bool
    package let ticketTypes: [DraftChanged.TicketType]
}
