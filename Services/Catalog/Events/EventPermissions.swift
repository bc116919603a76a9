import Kernel

/// R2: what its organizer may do with an event. Everything can be edited; what has tickets sold is edited with a warning.
package struct EventPermissions: Sendable, Equatable {
    package let canEdit: Bool
    package let canDelete: Bool
    package let editWarning: String?

    package init(_ event: Event, ticketsSold: Int, now: Timestamp) {
        canEdit = event.deletedAt == nil && !event.isOrganizerSuspended
        switch event.status(at: now) {
        case .draft, .published, .completed, .cancelled: canDelete = event.deletedAt == nil
        case .ongoing: canDelete = false
        }
        editWarning = ticketsSold > 0 ? Self.warning(ticketsSold: ticketsSold) : nil
    }
    package static func warning(ticketsSold: Int) -> String {
        "\(ticketsSold) ticket\(ticketsSold == 1 ? "" : "s") sold. Changing details may require notifying attendees."
    }
}
