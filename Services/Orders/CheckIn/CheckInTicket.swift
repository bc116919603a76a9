import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// A scan at the door (R10). A refusal is an answer and a recorded fact, not an error. The nonce makes a repeated scan the same scan.
package struct CheckInTicket: Command {
    package static let type: MessageType = "orders.check-in-ticket.v1"
    package let eventId: EventID
    /// See `ScanForm`.
    package let form: JSONValue
    package init(eventId: EventID, code: String? = nil, serial: String? = nil, type: CheckInRules.Kind? = nil, gateId: String? = nil,
        nonce: String, deviceId: String? = nil, force: Bool? = nil) {
        let texts = ["code": code, "serial": serial, "type": type?.rawValue, "gateId": gateId, "nonce": nonce, "deviceId": deviceId]
        var members = texts.compactMapValues { $0.map { JSONValue.string($0) } }
        members["force"] = force.map { .bool($0) }
        self.init(eventId: eventId, form: .object(members))
    }
    package init(eventId: EventID, form: JSONValue) { (self.eventId, self.form) = (eventId, form) }
    package init(from decoder: any Decoder) throws { (eventId, form) = try PathForm.read("eventId", decoder) }
    package func encode(to encoder: any Encoder) throws { try PathForm.write(eventId, as: "eventId", form, encoder) }

    package func handle(in tx: OrdersTransaction) throws -> JSONValue {
        let sent = try ScanForm(form)
        let event = try tx.access().staffed(eventId, tx.checkIns)
        if sent.isForced { _ = try tx.access().owned(eventId) }
        if let known = try tx.checkIns.find(nonce: sent.nonce, of: eventId) {
            guard known.fingerprint == sent.fingerprint else {
                throw Rejection(422, "nonce-reused", "This nonce was used for another scan.",
                                errors: ["nonce": ["was used for another scan"]])
            }
            if let ticket = try known.ticket.flatMap({ try tx.tickets.find($0) }) { tx.context.answerIsAbout(ticket.holder) }
            return try Self.repeated(known.answer)
        }
        // After that: a repeated scan keeps its answer, also when its gate was removed since.
        let gate = try gate(sent.gateId, in: tx)
        let (ticket, version) = try ticket(of: sent, in: tx)
        let scan = CheckInRules.Scan(kind: sent.kind, at: tx.now, version: version, gate: gate, isForced: sent.isForced)
        let refusal = CheckInRules.refusal(of: scan, ticket, at: event)
        let previous = try refusal == .alreadyRedeemed ? ticket.flatMap { try tx.checkIns.lastEntry(of: $0.id) } : nil
        var after = ticket
        if refusal == nil, let ticket {
            after?.status = CheckInRules.passed(ticket.status, scan)
            if let after { try tx.tickets.update(after) }
        }
        // A ticket of another event is that event's business: its door staff learn nothing about it here.
        let shown = refusal == .wrongEvent ? nil : after
        // It names the holder. Judged anew after the erasure, the nonce finds the scan, without the name.
        if let shown { tx.context.answerIsAbout(shown.holder) }
        let reconciliation = ScanReconciliation(tx: tx, event: event)
        if shown != nil, let ticket { try reconciliation.noteImportedEntry(of: ticket) }
        let answer = try CheckInAnswer(
            id: tx.context.newID(), scan: scan, refusal: refusal, ticket: shown, event: event.event,
            attendeeName: shown.map { try name(on: $0, in: tx) } ?? "", gate: gate, previous: previous,
            zone: try TimeZoneRules.named(tx.definition.timezone))
        try keep(answer, sent, scan, refusal, ticket: shown, gate, in: tx)
        if let shown { try reconciliation.settleIfUploaded(shown.id) }
        try publishScan(answer, sent, scan, refusal, ticket: shown, gate, event, in: tx)
        return try JSONValue(encoding: answer)
    }

    private func gate(_ id: String?, in tx: OrdersTransaction) throws -> Gate? {
        guard let id else { return nil }
        guard let gate = try tx.checkIns.gate(id, of: eventId) else {
            throw Rejection.invalid(["gateId": ["is not a gate of this event"]])
        }
        return gate
    }

    private func ticket(of sent: ScanForm, in tx: OrdersTransaction) throws -> (ticket: Ticket?, version: Int?) {
        if let serial = sent.serial { return (try tx.tickets.find(serial: serial.uppercased()), nil) }
        guard let code = sent.code, let claims = tx.signer.open(code) else { return (nil, nil) }
        return (try tx.tickets.find(claims.tid), claims.ver)
    }

    private func name(on ticket: Ticket, in tx: OrdersTransaction) throws -> String {
        try ticket.attendeeName ?? tx.people.name(of: ticket.holder) ?? ""
    }

    private func keep(_ answer: CheckInAnswer, _ sent: ScanForm, _ scan: CheckInRules.Scan, _ refusal: CheckInRules.Refusal?,
                      ticket: Ticket?, _ gate: Gate?, in tx: OrdersTransaction) throws {
        try tx.checkIns.insert(CheckIn(id: answer.id, nonce: sent.nonce, fingerprint: sent.fingerprint, ticket: ticket?.id,
                                   serial: ticket?.serial, kind: scan.kind,
                                   refusedBecause: refusal?.rawValue, isForced: scan.isForced, gateId: gate?.id, gateName: gate?.name,
                                   deviceId: sent.deviceId,
                                   scannedBy: try tx.user().userID, at: scan.at, answer: try JSON.text(answer)), of: eventId)
    }

    private static func repeated(_ answer: String) throws -> JSONValue {
        guard var members = try JSON.decode(JSONValue.self, from: answer.utf8).object else { return .null }
        members["duplicate"] = true
        return .object(members)
    }

    private func publishScan(_ answer: CheckInAnswer, _ sent: ScanForm, _ scan: CheckInRules.Scan, _ refusal: CheckInRules.Refusal?,
        ticket: Ticket?, _ gate: Gate?, _ event: EventProjection, in tx: OrdersTransaction) throws {
        let organizer = event.event.organizerId, deviceId = sent.deviceId
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
