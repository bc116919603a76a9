import Contracts
import Kernel

/// Which tickets may be handed over, and to whom.
package enum TransferRules {
    /// Why a ticket cannot be offered, in the order they are looked for; the first that fits is said.
    package enum Obstacle: String, Sendable, CaseIterable {
        case used
        case notValid = "not-valid"
        case blocked
        case notTransferable = "not-transferable"
        case started, pending
    }

    /// Nil: it may be offered.
    package static func obstacle(_ ticket: Ticket, at event: EventProjection, hasPending: Bool, now: Timestamp) -> Obstacle? {
        Obstacle.allCases.first { obstacle in
            switch obstacle {
            case .used: ticket.status.name == .used
            // Tickets of a cancelled event end some at a time; shown as expired is not valid either.
            case .notValid: ticket.status != .valid || event.status(at: now) == "cancelled" || now >= event.event.endDate
            case .blocked: ticket.blockedBecause != nil
            case .notTransferable: !event.event.transferable
            case .started: now >= event.event.startDate
            case .pending: hasPending
            }
        }
    }

    /// R3: the age counts on the day of the event; who has told no birthday has to confirm it.
    package static func requireAge(for event: TicketEvent, birthDate: CalendarDate?, isConfirmed: Bool,
                                   zone: TimeZoneRules) throws(Rejection) {
        guard let restriction = event.ageRestriction else { return }
        if AgeRule.isBarred(restriction, startDate: event.startDate, birthDate: birthDate, zone: zone) {
            throw AgeRule.refusal(restriction)
        }
        if birthDate == nil, !isConfirmed {
            throw .conflict("age-confirmation-required", "Please confirm that you are at least \(restriction) years old.",
                            ["minimumAge": .int(restriction)])
        }
    }
}
