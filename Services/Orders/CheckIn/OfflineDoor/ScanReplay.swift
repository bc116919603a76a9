import Kernel

/// The state and the conflicts that follow from the scans of one ticket, online and offline (R10). Pure: the same scans
/// give the same result in any order of arrival, also if they arrive twice.
package enum ScanReplay {
    /// Why a scan should have been refused in every state of the ticket; the first reason of R10 that applied.
    package enum Problem: String, Sendable, CaseIterable {
        case invalid, revoked, cancelled, blocked
        case wrongGate = "wrong-gate"
        case outOfWindow = "out-of-window"

        /// Whether letting this person in says nothing about the ticket: its code was not the ticket's any more.
        package var changesNoTicket: Bool {
            switch self {
            case .invalid, .revoked, .cancelled: true
            case .blocked, .wrongGate, .outOfWindow: false
            }
        }
        package var conflict: ConflictKind {
            switch self {
            case .invalid: .admittedInvalid
            case .revoked: .admittedRevoked
            case .cancelled: .admittedCancelled
            case .blocked: .admittedBlocked
            case .wrongGate: .admittedWrongGate
            case .outOfWindow: .admittedOutOfWindow
            }
        }
    }

    package enum ConflictKind: String, Sendable, CaseIterable {
        case doubleEntry = "double-entry"
        case admittedInvalid = "admitted-invalid"
        case admittedRevoked = "admitted-revoked"
        case admittedCancelled = "admitted-cancelled"
        case admittedBlocked = "admitted-blocked"
        case admittedWrongGate = "admitted-wrong-gate"
        case admittedOutOfWindow = "admitted-out-of-window"
        case refusedValid = "refused-valid"
        case clockSkew = "clock-skew"
    }

    package struct Scan: Sendable, Equatable {
        package let nonce: String
        /// Empty: an online scan that named none.
        package let deviceID: String
        /// The time that counts: the phone's, or the receipt's where the phone's clock ran ahead.
        package let at: Timestamp
        package let kind: CheckInRules.Kind
        package let isAdmitted: Bool
        package let problem: Problem?
        /// The organizer knew, and let the person pass.
        package let isForced: Bool
        package let isClockAhead: Bool
        package init(nonce: String, deviceID: String, at: Timestamp, kind: CheckInRules.Kind, isAdmitted: Bool, problem: Problem?,
                     isForced: Bool = false, isClockAhead: Bool = false) {
            (self.nonce, self.deviceID, self.at, self.kind, self.isAdmitted) = (nonce, deviceID, at, kind, isAdmitted)
            (self.problem, self.isForced, self.isClockAhead) = (problem, isForced, isClockAhead)
        }
    }

    package struct Conflict: Sendable, Hashable {
        package let kind: ConflictKind
        /// The nonce of the entry that counts, only of a double entry; nil there: the entry was imported.
        package let kept: String?
        package let other: String
    }

    /// Whether the ticket was used, and whether its holder is inside.
    package struct Passage: Sendable, Equatable {
        package let firstEntry: Timestamp
        package let isInside: Bool
        package init(firstEntry: Timestamp, isInside: Bool) { (self.firstEntry, self.isInside) = (firstEntry, isInside) }
    }

    package struct Outcome: Sendable, Equatable {
        /// Nil: nobody entered with it.
        package var passage: Passage?
        /// Nonces of the scans that opened a door and changed the ticket, in order.
        package var counted: [String] = []
        package var conflicts: [Conflict] = []
    }

    /// - Parameter imported: what the ticket went through before any scan that is known.
    package static func replay(_ scans: [Scan], reEntry: Bool, imported: Passage? = nil) -> Outcome {
        var outcome = Outcome(passage: imported)
        var entryThatCounts: String?
        for scan in scans.sorted(by: precedes) {
            if scan.isClockAhead { outcome.conflicts.append(Conflict(kind: .clockSkew, kept: nil, other: scan.nonce)) }
            let wouldAdmit = admits(scan.kind, outcome.passage, reEntry: reEntry)
            guard scan.isAdmitted else {
                if scan.problem == nil, wouldAdmit {
                    outcome.conflicts.append(Conflict(kind: .refusedValid, kept: nil, other: scan.nonce))
                }
                continue
            }
            if let problem = scan.problem {
                outcome.conflicts.append(Conflict(kind: problem.conflict, kept: nil, other: scan.nonce))
                if problem.changesNoTicket { continue }
            }
            switch scan.kind {
            case .entry where wouldAdmit || scan.isForced:
                if outcome.passage?.isInside != true { entryThatCounts = scan.nonce }
                outcome.passage = Passage(firstEntry: outcome.passage?.firstEntry ?? scan.at, isInside: true)
                outcome.counted.append(scan.nonce)
            case .entry:
                outcome.conflicts.append(Conflict(kind: .doubleEntry, kept: entryThatCounts, other: scan.nonce))
            case .exit where wouldAdmit:
                outcome.passage = outcome.passage.map { Passage(firstEntry: $0.firstEntry, isInside: false) }
                outcome.counted.append(scan.nonce)
            case .exit: break  // Somebody left whom nobody saw enter: kept in the log, no conflict.
            }
        }
        return outcome
    }

    private static func admits(_ kind: CheckInRules.Kind, _ passage: Passage?, reEntry: Bool) -> Bool {
        switch kind {
        case .entry: passage.map { !$0.isInside && reEntry } ?? true
        case .exit: passage?.isInside ?? false
        }
    }

    /// The order of the replay. Bytes, not characters: two nonces that only look alike are two.
    private static func precedes(_ a: Scan, _ b: Scan) -> Bool {
        if a.at != b.at { return a.at < b.at }
        if !a.deviceID.utf8.elementsEqual(b.deviceID.utf8) { return a.deviceID.utf8.lexicographicallyPrecedes(b.deviceID.utf8) }
        return a.nonce.utf8.lexicographicallyPrecedes(b.nonce.utf8)
    }
}
