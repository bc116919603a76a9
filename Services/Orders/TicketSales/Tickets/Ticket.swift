import Contracts
import Kernel

/// One seat somebody paid for.
package struct Ticket: Sendable, Equatable {
    package let id: TicketID
    package let orderId: OrderID
    package let eventId: EventID
    package let type: TicketTypeID
    package let typeName: String
    /// Face value.
    package let price: Money
    package let holder: User.ID
    /// The name on the ticket where one was given; else the holder's own name counts.
    package let attendeeName: String?
    package let serial: String
    /// Raised by re-issue and transfer: codes of older versions are revoked.
    package var version: Int
    package var status: TicketStatus
    /// Set by the organizer: a blocked ticket is not admitted.
    package var blockedBecause: String?
    package let attention: String?
    package let purchasedAt: Timestamp
    /// The ticket whose place it took when its holder accepted it; nil: it was bought.
    package let receivedFrom: TicketID?
    /// The first entry with a ticket that ended afterwards, with its event; nil: there was none, or it has not ended.
    package let entryBeforeEnd: Timestamp?

    package init(id: TicketID, orderId: OrderID, eventId: EventID, type: TicketTypeID, typeName: String, price: Money, holder: User.ID,
        attendeeName: String?, serial: String,
                 version: Int = 1, status: TicketStatus = .valid, blockedBecause: String? = nil, attention: String?,
                 purchasedAt: Timestamp, receivedFrom: TicketID? = nil, entryBeforeEnd: Timestamp? = nil) {
        (self.id, self.orderId, self.eventId, self.type, self.typeName, self.price) = (id, orderId, eventId, type, typeName, price)
        (self.holder, self.attendeeName, self.serial, self.version, self.status) = (holder, attendeeName, serial, version, status)
        (self.blockedBecause, self.attention, self.purchasedAt) = (blockedBecause, attention, purchasedAt)
        (self.receivedFrom, self.entryBeforeEnd) = (receivedFrom, entryBeforeEnd)
    }
}

extension Ticket {
    /// `valid` once its event is over. Only shown: the ticket itself stays valid, because an event may move.
    package static let expired = "expired"

    /// Its status as people read it.
    package func shownStatus(at event: TicketEvent, now: Timestamp) -> String { status.name.shown(at: event, now: now) }
}

package enum TicketStatus: Sendable, Equatable {
    case valid
    case used(firstEntry: Timestamp, inside: Bool)
    case transferred
    case cancelled
    case refunded

    package enum Name: String, Sendable, CaseIterable { case valid, used, transferred, cancelled, refunded }
    package var name: Name {
        switch self {
        case .valid: .valid
        case .used: .used
        case .transferred: .transferred
        case .cancelled: .cancelled
        case .refunded: .refunded
        }
    }
    /// Its code admits somebody, or has.
    package var isActive: Bool {
        switch self {
        case .valid, .used: true
        case .transferred, .cancelled, .refunded: false
        }
    }
}

extension TicketStatus.Name {
    /// As people read it.
    package func shown(at event: TicketEvent, now: Timestamp) -> String {
        self == .valid && now >= event.endDate ? Ticket.expired : rawValue
    }
}
