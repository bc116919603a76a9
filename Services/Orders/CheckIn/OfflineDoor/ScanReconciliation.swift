import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// Brings tickets and conflicts in step with the scans that are known: ticket by ticket, never the whole event.
struct ScanReconciliation {
    let tx: OrdersTransaction
    let event: EventProjection

    /// A ticket that was used before any scan of it is known was imported so. Called before a scan of it is kept.
    func noteImportedEntry(of ticket: Ticket) throws {
        guard case .used(let firstEntry, let isInside) = ticket.status, try !tx.offlineScans.hasEntry(ticket.id) else { return }
        try tx.offlineScans.noteImported(ScanReplay.Passage(firstEntry: firstEntry, isInside: isInside), of: ticket.id)
    }

    /// After an upload: each ticket is replayed once, however many of its scans arrived.
    func settle(_ new: [(scan: CheckIn, ticket: Ticket?)]) throws {
        var counted: Set<String> = []
        var replayed: Set<TicketID> = []
        for (scan, ticket) in new {
            guard let ticket else {
                let known = try tx.offlineScans.scan(scan.nonce, of: event.event.eventId).map { [$0] } ?? []
                let outcome = ScanReplay.replay(known, reEntry: event.event.reEntry)
                try keep(outcome.conflicts, of: nil, stored: [:])
                continue
            }
            guard replayed.insert(ticket.id).inserted else { continue }
            counted.formUnion(try settle(ticket.id))
        }
        for (scan, ticket) in new { try publish(scan, ticket, didCount: counted.contains(scan.nonce)) }
    }

    /// After an online scan of a ticket: the order of an upload's times and of the server's may differ.
    func settleIfUploaded(_ ticket: TicketID) throws {
        if try tx.offlineScans.hasUploads(ticket) { _ = try settle(ticket) }
    }

    /// Replays all scans of a ticket. Answers the nonces of those that count.
    private func settle(_ id: TicketID) throws -> [String] {
        let outcome = ScanReplay.replay(try tx.offlineScans.scans(of: id), reEntry: event.event.reEntry,
                                        imported: try tx.offlineScans.imported(of: id))
        // Looked up again: it may have been changed since.
        if var ticket = try tx.tickets.find(id) {
            let status = status(of: ticket, after: outcome.passage)
            if status != ticket.status {
                ticket.status = status
                try tx.tickets.update(ticket)
            }
        }
        try keep(outcome.conflicts, of: id, stored: try tx.offlineScans.conflictRows(of: id))
        return outcome.counted
    }

    private func status(of ticket: Ticket, after passage: ScanReplay.Passage?) -> TicketStatus {
        switch ticket.status {
        case .valid, .used: passage.map { .used(firstEntry: $0.firstEntry, inside: $0.isInside) } ?? .valid
        case .transferred, .cancelled, .refunded: ticket.status  // It ended; what was scanned before stays in the log.
        }
    }

    /// Writes what changed: a conflict that does not hold any more disappears.
    private func keep(_ conflicts: [ScanReplay.Conflict], of ticket: TicketID?, stored: [String: String?]) throws {
        var former = stored
        for conflict in conflicts {
            let id = DeterministicID.make("scan-conflict", tx.tenant.rawValue, event.event.eventId.rawValue, conflict.kind.rawValue,
                                          conflict.other)
            guard let kept = former.removeValue(forKey: id) else {
                try tx.offlineScans.insert(conflict, id: id, ticket: ticket, of: event.event.eventId)
                try publish(conflict, id, ticket)
                continue
            }
            if kept != conflict.kept { try tx.offlineScans.changeKept(conflict.kept, of: id, event.event.eventId) }
        }
        for id in former.keys.sorted() { try tx.offlineScans.removeConflict(id, of: event.event.eventId) }
    }

    // MARK: - What others read

    private func publish(_ conflict: ScanReplay.Conflict, _ id: String, _ ticket: TicketID?) throws {
        guard let scan = try tx.checkIns.find(nonce: conflict.other, of: event.event.eventId) else { return }
        let holder = try ticket.flatMap { try tx.tickets.find($0)?.holder }
        try tx.publish(CheckInConflict(
            conflictId: id, kind: conflict.kind.rawValue, uploadId: tx.messageID, ticketId: ticket, eventId: event.event.eventId,
            organizerId: event.event.organizerId, holderId: holder, title: event.event.title, gateId: scan.gateId,
            gateName: scan.gateName, deviceId: scan.deviceId, at: scan.at))
    }

    private func publish(_ scan: CheckIn, _ ticket: Ticket?, didCount: Bool) throws {
        let id = event.event.eventId
        let organizer = event.event.organizerId
        if let reason = scan.refusedBecause {
            return try tx.publish(CheckInRefused(checkInId: scan.id, ticketId: ticket?.id, eventId: id, organizerId: organizer,
                                                 gateId: scan.gateId, deviceId: scan.deviceId, at: scan.at, reason: reason))
        }
        guard didCount, let ticket else { return }
        switch scan.kind {
        case .entry:
            try tx.publish(TicketCheckedIn(checkInId: scan.id, ticketId: ticket.id, eventId: id, organizerId: organizer,
                                           holderId: ticket.holder, title: event.event.title, gateId: scan.gateId,
                                           gateName: scan.gateName, deviceId: scan.deviceId, at: scan.at))
        case .exit:
            try tx.publish(TicketCheckedOut(checkInId: scan.id, ticketId: ticket.id, eventId: id, organizerId: organizer,
                                            holderId: ticket.holder, gateId: scan.gateId, deviceId: scan.deviceId, at: scan.at))
        }
    }
}
