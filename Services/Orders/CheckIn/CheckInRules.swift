import Contracts
import Kernel
import OrdersTicketSales

/// Whether a scan opens the door (R10). Pure: the same facts give the same verdict, online and when an upload is looked at again.
package enum CheckInRules {
    package enum Kind: String, Codable, Sendable, CaseIterable { case entry, exit }

    /// Why a door stays shut, in the order they are looked for; the first that fits is told.
    package enum Refusal: String, Sendable, CaseIterable {
        /// Not our signature, or an unknown serial.
        case invalid
        case wrongEvent = "wrong-event"
        case revoked, cancelled, blocked
        /// This gate does not take this kind of ticket.
        case product
        case invalidTime = "invalid-time"
        case alreadyRedeemed = "already-redeemed"
        case notInside = "not-inside"

        /// The organizer may let somebody in all the same.
        package var canBeForced: Bool {
            switch self {
            case .product, .invalidTime, .alreadyRedeemed: true
            case .invalid, .wrongEvent, .revoked, .cancelled, .blocked, .notInside: false
            }
        }
    }

    /// What was held up to the scanner.
    package struct Scan: Sendable {
        package let kind: Kind
        package let at: Timestamp
        /// The version in the code; nil: the serial was typed in.
        package let version: Int?
        package let gate: Gate?
        package let isForced: Bool
        package init(kind: Kind, at: Timestamp, version: Int?, gate: Gate?, isForced: Bool) {
            (self.kind, self.at, self.version, self.gate, self.isForced) = (kind, at, version, gate, isForced)
        }
    }

    /// Nil: open. `ticket` nil: it is none of ours.
    package static func refusal(of scan: Scan, _ ticket: Ticket?, at event: EventProjection) -> Refusal? {
        guard let ticket else { return .invalid }
        for refusal in Refusal.allCases where applies(refusal, scan, ticket, event) {
            if !(scan.isForced && refusal.canBeForced) { return refusal }
        }
        return nil
    }

    private static func applies(_ refusal: Refusal, _ scan: Scan, _ ticket: Ticket, _ event: EventProjection) -> Bool {
        switch refusal {
        case .invalid: false
        case .wrongEvent: ticket.eventId != event.event.eventId
        case .revoked: ticket.status == .transferred || scan.version.map { $0 != ticket.version } ?? false
        case .cancelled: ticket.status == .cancelled || ticket.status == .refunded
        case .blocked: ticket.blockedBecause != nil
        case .product: scan.gate.map { !$0.takes(ticket.type) } ?? false
        case .invalidTime: !isOpen(event.event, at: scan.at)
        case .alreadyRedeemed: scan.kind == .entry && isRedeemed(ticket.status, reEntry: event.event.reEntry)
        case .notInside: scan.kind == .exit && !isInside(ticket.status)
        }
    }

    /// From doorsOpenMinutes before the start up to, but not including, the end.
    package static func isOpen(_ event: TicketEvent, at time: Timestamp) -> Bool {
        time >= event.startDate - .minutes(event.doorsOpenMinutes) && time < event.endDate
    }
    private static func isInside(_ status: TicketStatus) -> Bool {
        if case .used(_, inside: true) = status { true } else { false }
    }
    /// Whoever left may come back only where the event allows it.
    private static func isRedeemed(_ status: TicketStatus, reEntry: Bool) -> Bool {
        switch status {
        case .used(_, let inside): inside || !reEntry
        case .valid, .transferred, .cancelled, .refunded: false
        }
    }

    /// The ticket after a scan that was let through.
    package static func passed(_ status: TicketStatus, _ scan: Scan) -> TicketStatus {
        switch (status, scan.kind) {
        case (.used(let firstEntry, _), .entry): .used(firstEntry: firstEntry, inside: true)
        case (.used(let firstEntry, _), .exit): .used(firstEntry: firstEntry, inside: false)
        case (.valid, .entry): .used(firstEntry: scan.at, inside: true)
        case (.valid, .exit), (.transferred, _), (.cancelled, _), (.refunded, _): status  // Refused before: these open no door.
        }
    }
}

/// An entrance of an event.
package struct Gate: Sendable, Equatable {
    package let id: String
    package let name: String
    /// Empty: all.
    package let ticketTypes: [TicketTypeID]
    package init(id: String, name: String, ticketTypes: [TicketTypeID]) { (self.id, self.name, self.ticketTypes) = (id, name, ticketTypes) }
    package func takes(_ type: TicketTypeID) -> Bool { ticketTypes.isEmpty || ticketTypes.contains(type) }
}
