import Messaging

// The table of `PendingRequests`: what it holds, and how it changes. Functions note in `Work` what is to be done once the lock is let go.
extension PendingRequests {
    struct Waiter {
        let continuation: CheckedContinuation<Outcome, Never>
        var deadline: Int64
        let isRepeat: Bool
        /// The client wants no answer, only the log's acknowledgement (`Prefer: respond-async`).
        let onlyLog: Bool
    }
    struct Entry {
        var record: OutgoingRecord
        /// The id of its message: the entry's own, or one derived from it after a "try again" answer.
        var messageID: String
        /// The record is the whole request, so it can be sent again.
        var isWhole = true
        /// How many steps the message's id is away from the entry's, and how many of them this instance took.
        var steps = 0
        var renewals = 0
        let fingerprint: String?
        let ticket: OperationTicket?
        var first: Waiter?
        var others: [Waiter] = []
        let bytes: Int
        var nextSend: Int64
        var sends = 1
        var isInLog = false
        var wasResent = false
        /// Counts against the bounds: somebody waits at a connection.
        var isCounted = true
        /// The sender wants no answer, see `Waiter.onlyLog`.
        let leavesOnAcknowledgement: Bool
        var hasGrace = false
        var isParked: Bool { first == nil && others.isEmpty }
    }
    struct Queued {
        let id: String
        let entry: Entry
        let deadline: Int64
    }
    struct State {
        var entries = DueTable<Entry> { min($0.nextSend, $0.earliestDeadline) }
        /// Small until we know that the broker is a real one.
        var bytesMax: Int
        var bytes = 0
        var counted = 0
        var parked = 0
        var queue: [Queued] = []
        /// Message id of a renewed request → id of its entry.
        var renewed: [String: String] = [:]
        /// Ids that were answered with "try again" → their current id. Only a cache: without it the steps are taken
        /// again.
        var latest: [String: (id: String, steps: Int)] = [:]
        /// The next look at the time may be a second away.
        var rests = false
    }
    /// What is to be done once the lock is let go.
    struct Work {
        var resumptions: [(CheckedContinuation<Outcome, Never>, Outcome)] = []
        var sends: [(id: String, record: OutgoingRecord, wantsAcknowledgement: Bool, isRepeat: Bool)] = []
        var completions: [(OperationTicket, ReceivedReply)] = []
        var endsRest = false
    }
}

extension PendingRequests.State {
    func hasRoom(_ limits: PendingRequests.Limits) -> Bool { counted < limits.requestsMax && bytes < bytesMax }

    mutating func admit(_ id: String, _ entry: PendingRequests.Entry, _ work: inout PendingRequests.Work) {
        entries[id] = entry
        if rests { (rests, work.endsRest) = (false, true) }
        if entry.messageID != id { renewed[entry.messageID] = id }
        counted += 1
        bytes += entry.bytes
        work.sends.append((id, entry.record, entry.leavesOnAcknowledgement, false))
    }

    /// The same message is on its way already: wait for the same reply.
    mutating func join(_ id: String, _ fingerprint: String?, _ waiter: PendingRequests.Waiter, _ work: inout PendingRequests.Work) {
        guard let entry = entries[id] else { return }
        if let mine = fingerprint, let theirs = entry.fingerprint, mine != theirs {
            work.resumptions.append((waiter.continuation, .keyReused))
        } else if waiter.onlyLog, entry.isInLog {
            work.resumptions.append((waiter.continuation, .late(isInLog: true)))
        } else {
            if entry.isParked { parked -= 1 }
            entries[id]?.others.append(waiter)
        }
    }

    /// Takes a request out of the table, and what it counted for.
    mutating func remove(_ id: String) -> PendingRequests.Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        if entry.messageID != id { renewed[entry.messageID] = nil }
        if entry.isCounted {
            counted -= 1
            bytes -= entry.bytes
        }
        if entry.isParked { parked -= 1 }
        return entry
    }

    /// Lets queued requests in while there is room.
    mutating func fill(_ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work) {
        while !queue.isEmpty, hasRoom(limits) {
            let next = queue.removeFirst()
            if entries[next.id] != nil, let waiter = next.entry.first {
                join(next.id, next.entry.fingerprint, waiter, &work)
            } else {
                admit(next.id, next.entry, &work)
            }
        }
    }

    mutating func attend(_ id: String, _ now: Int64, _ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work) {
        guard let entry = entries[id] else { return }
        if entry.earliestDeadline <= now {
            // A command is answered 202 only when the log has it for certain: ask the log once more, and give it a moment to say so.
            if entry.ticket != nil, !entry.isInLog, !entry.hasGrace, !entry.leavesOnAcknowledgement {
                entries[id]?.hasGrace = true
                entries[id]?.postpone(until: now + limits.acknowledgeMilliseconds)
                resend(id, now, limits, &work, wantsAcknowledgement: true)
            } else {
                letGo(id, before: now, limits, &work)
            }
        }
        if let left = entries[id], left.nextSend <= now {
            resend(id, now, limits, &work, wantsAcknowledgement: !left.isInLog && left.ticket != nil)
        }
    }

    /// Answers requests that have waited long enough: there is no reply yet.
    mutating func letGo(_ id: String, before now: Int64, _ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work) {
        guard var entry = entries[id], !entry.isParked else { return }
        let staysHere = entry.ticket != nil && entry.isInLog && (parked < limits.parkedMax || !entry.isCounted)
        let outcome = PendingRequests.Outcome.late(isInLog: staysHere)
        let goes = { [isInLog = entry.isInLog] (waiter: PendingRequests.Waiter) in waiter.deadline <= now || waiter.onlyLog && isInLog }
        if let first = entry.first, goes(first) {
            work.resumptions.append((first.continuation, outcome))
            entry.first = nil
        }
        for waiter in entry.others where goes(waiter) { work.resumptions.append((waiter.continuation, outcome)) }
        entry.others.removeAll(where: goes)
        if entry.isCounted, entry.isParked || staysHere {
            entry.isCounted = false
            counted -= 1
            bytes -= entry.bytes
        }
        entries[id] = entry
        guard entry.isParked else { return }
        parked += 1
        if !staysHere { _ = remove(id) }
    }

    mutating func resend(_ id: String, _ now: Int64, _ limits: PendingRequests.Limits, _ work: inout PendingRequests.Work,
        wantsAcknowledgement: Bool) {
        guard let entry = entries[id] else { return }
        let wait = min(60_000, limits.resendAfterMilliseconds << Int64(min(entry.sends, 5)))
        entries[id]?.nextSend = now + wait
        entries[id]?.sends += 1
        entries[id]?.wasResent = true
        work.sends.append((id, entry.record, wantsAcknowledgement, true))
    }
}
