import Contracts
import Kernel
import OrdersTicketSales

/// What a scanner shows.
struct CheckInAnswer: Encodable {
    let id: String
    let scan: CheckInRules.Scan
    let refusal: CheckInRules.Refusal?
    /// Nil: none of the event's.
    let ticket: Ticket?
    let event: TicketEvent
    let attendeeName: String
    let gate: Gate?
    /// The entry that stands in the way.
    let previous: CheckIn?
    let zone: TimeZoneRules

    private enum Key: String, CodingKey { case result, reason, message, attention, duplicate, ticket, checkIn }
    private struct TicketPart: Encodable {
        let id: TicketID
        let serial: String
        let attendeeName: String
        let ticketType: String
        let status: String
    }
    private struct Previous: Encodable {
        enum Key: String, CodingKey { case at, gateName, deviceId }
        let scan: CheckIn
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(scan.at.wholeSeconds, forKey: .at)
            try container.encode(scan.gateName, forKey: .gateName)
            try container.encode(scan.deviceId, forKey: .deviceId)
        }
    }
    private struct ScanPart: Encodable {
        enum Key: String, CodingKey { case id, type, at, gateId, previous }
        let answer: CheckInAnswer
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(answer.id, forKey: .id)
            try container.encode(answer.scan.kind.rawValue, forKey: .type)
            try container.encode(answer.scan.at.wholeSeconds, forKey: .at)
            try container.encode(answer.gate?.id, forKey: .gateId)
            try container.encode(answer.previous.map { Previous(scan: $0) }, forKey: .previous)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(refusal == nil ? "ok" : "refused", forKey: .result)
        try container.encode(refusal?.rawValue, forKey: .reason)
        try container.encode(message, forKey: .message)
        try container.encode(ticket?.attention, forKey: .attention)
        try container.encode(false, forKey: .duplicate)
        try container.encode(ticket.map {
            TicketPart(id: $0.id, serial: $0.serial, attendeeName: attendeeName, ticketType: $0.typeName,
                       status: $0.shownStatus(at: event, now: scan.at))
        }, forKey: .ticket)
        try container.encode(ScanPart(answer: self), forKey: .checkIn)
    }

    private var message: String {
        switch refusal {
        case nil: scan.kind == .entry ? "Welcome" : "Goodbye"
        case .invalid: "Not a ticket of ours"
        case .wrongEvent: "This ticket is for another event"
        case .revoked: "This code was replaced; ask for the new one"
        case .cancelled: "This ticket was cancelled or given back"
        case .blocked: "This ticket is blocked; call the organizer"
        case .product: "This gate does not take this ticket"
        case .invalidTime: "The doors are not open at this time"
        case .alreadyRedeemed: alreadyScanned
        case .notInside: "This ticket is not inside"
        }
    }
    private var alreadyScanned: String {
        guard let previous else { return "Already scanned" }
        let local = zone.local(previous.at)
        func pad(_ n: Int) -> String { n < 10 ? "0\(n)" : String(n) }
        return "Already scanned at \(pad(local.hour)):\(pad(local.minute))" + (previous.gateName.map { " at \($0)" } ?? "")
    }
}
