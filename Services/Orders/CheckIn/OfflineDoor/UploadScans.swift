import Contracts
import Kernel
import OrdersKit
import OrdersTicketSales
import ServiceKit

/// A phone that was offline uploads its scans (R10). Each scan stands for itself; a nonce names it, so an upload may be repeated.
package struct UploadScans: Command {
    package static let type: MessageType = "orders.upload-scans.v1"
    package let eventId: EventID
    package let snapshotId: String
    package let deviceId: String
    /// `{nonce, code, type, gateId?, scannedAt, admitted}`, checked one by one.
    package let scans: [JSONValue]
    package init(eventId: EventID, snapshotId: String, deviceId: String, scans: [JSONValue]) {
        (self.eventId, self.snapshotId, self.deviceId, self.scans) = (eventId, snapshotId, deviceId, scans)
    }

    package static let scansPerUpload = 1...500
    static let daysAfterEnd = 7
    /// A phone's clock may run ahead by this much; beyond it the time of receipt counts.
    static let minutesAhead = 5

    package struct Answer: Encodable, Sendable {
        struct Rejected: Encodable, Sendable {
            let nonce: String?
            let error: String
            private enum Key: String, CodingKey { case nonce, error }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(nonce, forKey: .nonce)
                try container.encode(error, forKey: .error)
            }
        }
        fileprivate(set) var accepted = 0
        fileprivate(set) var duplicates = 0
        fileprivate(set) var rejected: [Rejected] = []
        fileprivate(set) var conflicts: [ScanConflict] = []
    }

    package func handle(in tx: OrdersTransaction) throws -> Answer {
        let event = try tx.access().staffed(eventId, tx.checkIns)
        let device = try checkedDevice(in: tx)
        // Answers show whole seconds: the last second still counts.
        guard tx.now.wholeSeconds <= event.event.endDate + .days(Self.daysAfterEnd) else {
            throw Rejection.conflict("upload-closed", "Scans can be uploaded until \(Self.daysAfterEnd) days after the event's end.")
        }
        let gates = try tx.checkIns.gates(of: eventId)
        let reconciliation = ScanReconciliation(tx: tx, event: event)
        var answer = Answer()
        var nonces: [String] = []
        var new: [(scan: CheckIn, ticket: Ticket?)] = []
        for json in scans {
            guard let scan = OfflineScan(json) else {
                answer.rejected.append(.init(nonce: json["nonce"]?.string, error: OfflineScan.Fault.invalidScan.rawValue))
                continue
            }
            if let known = try tx.checkIns.find(nonce: scan.nonce, of: eventId) {
                guard known.fingerprint == scan.fingerprint else {
                    answer.rejected.append(.init(nonce: scan.nonce, error: OfflineScan.Fault.nonceReused.rawValue))
                    continue
                }
                answer.duplicates += 1
                nonces.append(scan.nonce)
                continue
            }
            let gate = gates.first { $0.id == scan.gateId }
            guard scan.gateId == nil || gate != nil else {
                answer.rejected.append(.init(nonce: scan.nonce, error: OfflineScan.Fault.unknownGate.rawValue))
                continue
            }
            new.append(try judge(scan, gate, device, at: event, reconciliation, in: tx))
            answer.accepted += 1
            nonces.append(scan.nonce)
        }
        try reconciliation.settle(new)
        answer.conflicts = try tx.offlineScans.conflicts(of: eventId, with: nonces)
        return answer
    }

    private func checkedDevice(in tx: OrdersTransaction) throws -> String {
        var check = Validation()
        check.require(SnapshotID.isSnapshot(snapshotId, of: eventId, tx.tenant, key: tx.context.serviceKey(SnapshotID.keyUse)),
                      "snapshotId", "is not a snapshot of this event")
        let device = check.text("deviceId", deviceId, 1...64)
        check.require(Self.scansPerUpload.contains(scans.count), "scans",
                      "must have \(Self.scansPerUpload.lowerBound) to \(Self.scansPerUpload.upperBound) entries")
        try check.check()
        return device ?? ""
    }

    /// Ticket, code and gate are judged as they are now, the hours as they were when the code was scanned.
    private func judge(_ scan: OfflineScan, _ gate: Gate?, _ device: String, at event: EventProjection,
                       _ reconciliation: ScanReconciliation, in tx: OrdersTransaction) throws -> (CheckIn, Ticket?) {
        let at = scan.scannedAt > tx.now + .minutes(Self.minutesAhead) ? tx.now : scan.scannedAt
        let claims = tx.signer.open(scan.code)
        let found = try claims.flatMap { try tx.tickets.find($0.tid) }
        let rule = CheckInRules.Scan(kind: scan.kind, at: at, version: claims?.ver, gate: gate, isForced: false)
        let refusal = CheckInRules.refusal(of: rule, found, at: event)
        let problem = ScanReplay.Problem(refusal)
        let reason = problem == nil ? "offline" : refusal?.rawValue
        // Of a ticket of another event the staff learn nothing here.
        let ticket = problem == .invalid ? nil : found
        if let ticket { try reconciliation.noteImportedEntry(of: ticket) }
        let row = CheckIn(id: tx.context.newID(), nonce: scan.nonce, fingerprint: scan.fingerprint, ticket: ticket?.id,
                          serial: ticket?.serial, kind: scan.kind, refusedBecause: scan.isAdmitted ? nil : reason,
                          isForced: false, gateId: gate?.id, gateName: gate?.name, deviceId: device, scannedBy: try tx.user().userID,
                          at: at, answer: "{}")
        try tx.offlineScans.insert(row, of: eventId, OfflineScanStore.Receipt(at: tx.now, sentAt: scan.scannedAt, problem: problem))
        return (row, ticket)
    }
}
