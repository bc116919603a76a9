import Contracts
import Kernel

/// What is counted for organizers. Triggers write all of them but views, which the catalog reports.
enum BusinessFactKind: String, Sendable, CaseIterable {
    /// A completed order: its total, and the platform's fee on it.
    case order
    /// A ticket as it was issued: its face value stays when it is refunded or transferred.
    case sold
    /// A ticket that is valid, used or expired, at the time its order was completed. A transferred ticket's successor takes its place.
    case ticket
    /// A ticket that was used, beside its `ticket`.
    case used
    /// A refund that succeeded; its fee is the part of the platform's fee that was reversed.
    case refund
    /// The first entry of a ticket, at its own time.
    case entry
    /// A look at an event.
    case view
}

/// Whose numbers: an organizer's, or those of one event.
enum BusinessScope: Sendable, Equatable {
    case organizer(User.ID)
    case event(EventID, of: User.ID)

    var organizer: User.ID {
        switch self {
        case .organizer(let id), .event(_, of: let id): id
        }
    }
    var event: EventID? {
        switch self {
        case .organizer: nil
        case .event(let id, of: _): id
        }
    }
    /// As `business_person` and `business_reach` name it.
    var id: String { event?.rawValue ?? organizer.rawValue }
}

/// Facts of one kind, event and ticket type added up. Minor units.
struct BusinessTally: Sendable, Equatable {
    var units = 0
    var amount = 0
    var fee = 0

    mutating func add(_ other: BusinessTally) {
        units += other.units
        amount += other.amount
        fee += other.fee
    }
}

/// How many different people.
struct BusinessReach: Sendable, Equatable {
    var buyers = 0
    var holders = 0
    var viewers = 0
    /// Viewers and buyers together.
    var prospects = 0
}
