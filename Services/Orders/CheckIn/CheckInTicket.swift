import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// A scan at the door (R10). A refusal is an answer and a recorded fact, not an error. The nonce makes a repeated scan the same scan.
package struct CheckInTicket: Command {
    package static let type: MessageType = "orders.check-in-ticket.v1"
    /// Far more than a code has, with a network and without: a snapshot that is taken for one is refused as invalid, not as a wrong
    /// request. Only a digest of the code is kept.
    static let codeCharacters = 1...500_000
    package let eventId: EventID
    /// What the QR code says, or the serial that was typed in: one of the two.
    package let code: String?
    package let serial: String?
    /// `entry` (default) or `exit`.
    package let type: CheckInRules.Kind?
    package let gateId: String?
    package let nonce: String
    package let deviceId: String?
    /// The organizer lets somebody pass all the same.
    package let force: Bool?
    package init(eventId: EventID, code: String? = nil, serial: String? = nil, type: CheckInRules.Kind? = nil, gateId: String? = nil,
        nonce: String, deviceId: String? = nil, force: Bool? = nil) {
        (self.eventId, self.code, self.serial, self.type, self.gateId) = (eventId, code, serial, type, gateId)
        (self.nonce, self.deviceId, self.force) = (nonce, deviceId, force)
    }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let event = try tx.access().staffed(eventId, tx.checkIns)
        if force == true { _ = try tx.access().owned(eventId) }
        let gate = try checkedGate(in: tx)
        if let known = try tx.checkIns.find(nonce: nonce, of: eventId) {
            guard known.fingerprint == fingerprint else {
                throw Rejection(422, "nonce-reused", "This nonce was used for another scan.",
                                errors: ["nonce": ["was used for another scan"]])
            }
            return try Self.repeated(known.answer)
        }
        let (ticket, version) = try ticket(in: tx)
        let scan = CheckInRules.Scan(kind: type ?? .entry, at: tx.now, version: version, gate: gate, isForced: force ?? false)
        let refusal = CheckInRules.refusal(of: scan, ticket, at: event)
        let previous = try refusal == .alreadyRedeemed ? ticket.flatMap { try tx.checkIns.lastEntry(of: $0.id) } : nil
        var after = ticket
        if refusal == nil, let ticket {
            after?.status = CheckInRules.passed(ticket.status, scan)
            if let after { try tx.tickets.update(after) }
        }
        // A ticket of another event is that event's business: its door staff learn nothing about it here.
        let shown = refusal == .wrongEvent ? nil : after
        let reconciliation = ScanReconciliation(tx: tx, event: event)
        if shown != nil, let ticket { try reconciliation.noteImportedEntry(of: ticket) }
        let answer = try CheckInAnswer(id: tx.context.newID(), scan: scan, refusal: refusal, ticket: shown,
            attendeeName: shown.map { try name(on: $0, in: tx) } ?? "",
                                       gate: gate, previous: previous, zone: try TimeZoneRules.named(tx.definition.timezone))
        try keep(answer, scan, refusal, ticket: shown, gate, in: tx)
        if let shown { try reconciliation.settleIfUploaded(shown.id) }
        try publishScan(answer, scan, refusal, ticket: shown, gate, event, in: tx)
        return try JSONValue(encoding: answer)
    }

    /// What was sent, whoever sends it.
    private var fingerprint: String {
        DeterministicID.make("check-in", code ?? "", serial ?? "", (type ?? .entry).rawValue, gateId ?? "", deviceId ?? "",
                             String(force ?? false))
    }

    private func checkedGate(in tx: OrdersTransaction) throws -> Gate? {
        var check = Validation()
        check.require((code == nil) != (serial == nil), "code", "send either code or serial")
        check.text("nonce", nonce, 8...64)
        check.text("deviceId", deviceId, 1...64, required: false)
        let gate = try gateId.flatMap { try tx.checkIns.gate($0, of: eventId) }
        check.require(gateId == nil || gate != nil, "gateId", "is not a gate of this event")
        try check.check()
        return gate
    }

    private func ticket(in tx: OrdersTransaction) throws -> (ticket: Ticket?, version: Int?) {
        if let serial { return (try tx.tickets.find(serial: serial.trimmed.uppercased()), nil) }
        guard let code, let claims = tx.signer.open(code.trimmed) else { return (nil, nil) }
        return (try tx.tickets.find(claims.tid), claims.ver)
    }

    private func name(on ticket: Ticket, in tx: OrdersTransaction) throws -> String {
        try ticket.attendeeName ?? tx.people.name(of: ticket.holder) ?? ""
    }

    private func keep(_ answer: CheckInAnswer, _ scan: CheckInRules.Scan, _ refusal: CheckInRules.Refusal?, ticket: Ticket?, _ gate: Gate?,
                      in tx: OrdersTransaction) throws {
        try tx.checkIns.insert(CheckIn(id: answer.id, nonce: nonce, fingerprint: fingerprint, ticket: ticket?.id, serial: ticket?.serial,
                                   kind: scan.kind,
                                   refusedBecause: refusal?.rawValue, isForced: scan.isForced, gateId: gate?.id, gateName: gate?.name,
                                   deviceId: deviceId,
                                   scannedBy: try tx.user().userID, at: scan.at, answer: try JSON.text(answer)), of: eventId)
    }

    private static func repeated(_ answer: String) throws -> JSONValue {
        guard var members = try JSON.decode(JSONValue.self, from: answer.utf8).object else { return .null }
        members["duplicate"] = true
        return .object(members)
    }

    private func publishScan(_ answer: CheckInAnswer, _ scan: CheckInRules.Scan, _ refusal: CheckInRules.Refusal?, ticket: Ticket?,
        _ gate: Gate?, _ event: EventProjection, in tx: OrdersTransaction) throws {
        let organizer = event.event.organizerId
        if let refusal {
            return try tx.publish(CheckInRefused(checkInId: answer.id, ticketId: ticket?.id, eventId: eventId, organizerId: organizer,
                gateId: gate?.id, deviceId: deviceId,
                                                 at: scan.at, reason: refusal.rawValue))
        }
        guard let ticket else { return }  // No refusal without a ticket would be `invalid`.
        switch scan.kind {
        case .entry:
            try tx.publish(TicketCheckedIn(checkInId: answer.id, ticketId: ticket.id, eventId: eventId, organizerId: organizer,
                holderId: ticket.holder, title: event.event.title,
                                           gateId: gate?.id, gateName: gate?.name, deviceId: deviceId, at: scan.at))
        case .exit:
            try tx.publish(TicketCheckedOut(checkInId: answer.id, ticketId: ticket.id, eventId: eventId, organizerId: organizer,
                holderId: ticket.holder, gateId: gate?.id,
                                            deviceId: deviceId, at: scan.at))
        }
    }
}
