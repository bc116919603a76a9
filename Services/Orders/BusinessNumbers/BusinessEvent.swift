import Contracts
import Kernel

/// An event as its organizer's numbers need it: published, or still a draft.
struct BusinessEvent: Sendable {
    struct TicketType: Codable, Sendable, Equatable {
        let id: TicketTypeID
        let name: String
        let quantity: Int
    }
    enum Stage: Sendable, Equatable {
        case draft(deleted: Bool)
        case published(start: Timestamp, end: Timestamp, doorsOpen: Timestamp)
        case cancelled(start: Timestamp)
    }
    let id: EventID
    let organizer: User.ID
    let title: String
    let stage: Stage
    /// Empty in lists of many events.
    var ticketTypes: [TicketType] = []
    var counts = EventCount()

    /// Published or ongoing.
    func isActive(at now: Timestamp) -> Bool {
        switch stage {
        case .published(_, let end, _): now < end
        case .draft, .cancelled: false
        }
    }
    var isOpenDraft: Bool { stage == .draft(deleted: false) }
    /// Tickets count in the rate of check-ins from the moment the doors open.
    func hasOpenedDoors(at now: Timestamp) -> Bool {
        switch stage {
        case .published(_, _, let doorsOpen): now >= doorsOpen
        case .draft, .cancelled: false
        }
    }
    var start: Timestamp {
        switch stage {
        case .draft: .distantFuture
        case .published(let start, _, _), .cancelled(let start): start
        }
    }
    /// Places of all ticket types.
    var capacity: Int { ticketTypes.reduce(0) { $0 + $1.quantity } }
}

/// What the catalog counts of an event, as of now.
struct EventCount: Sendable, Equatable {
    var favorites = 0
    var ratings = 0
    /// Stars of all ratings added up.
    var stars = 0
    /// Entries of waiting lists that wait or have an offer.
    var waiting = 0
    var isDeleted = false
}
