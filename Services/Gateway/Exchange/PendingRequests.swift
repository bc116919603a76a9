import Kernel
import Messaging
import Synchronization

/// What is known of a command that may outlive the wait of whoever sent it.
package struct OperationTicket: Sendable {
    package let id: String
    package let tenant: TenantID
    /// The user, or `guest`: a guest's operation belongs to everyone who knows its id.
    package let principal: String
    package let service: ServiceName
    package static let guest = "guest"

    package init(id: String, tenant: TenantID, principal: String, service: ServiceName) {
        (self.id, self.tenant, self.principal, self.service) = (id, tenant, principal, service)
    }
}

/// The requests that wait for an answer: one table from message id to whoever waits.
///
/// Unanswered requests are sent again with the same id (inboxes make that safe), which heals lost records and a wiped broker.
/// What is in flight is bounded in number and bytes; a short queue takes bursts, the rest is refused at once.
package final class PendingRequests: Sendable {
    package struct Limits: Sendable {
        package var requestsMax = 1024
        package var bytesMax = 16 << 20
        /// The embedded broker keeps about 5 MB per partition: what is in flight must fit.
        package var bytesMaxEmbedded = 2 << 20
        package var queuedMax = 1024
        package var queueWaitMilliseconds: Int64 = 1000
        package var resendAfterMilliseconds: Int64 = 3000
        /// Commands that were answered 202 and whose answer is still to come.
        package var parkedMax = 4096
        /// How long the log may take to acknowledge a record that no one sent before.
        package var acknowledgeMilliseconds: Int64 = 1000
        /// The same for a client that waits for the acknowledgement only.
        package var acceptMilliseconds: Int64 = 10_000
        package init() {}
    }
    package enum Outcome: Sendable {
        /// `isRepeat`: somebody had asked the same before us.
        case reply(ReceivedReply, isRepeat: Bool)
        /// No answer in time. A command that is in the log will be done; it stays here until it is answered.
        case late(isInLog: Bool)
        case overloaded
        /// Another request with the same id is waiting.
        case keyReused
        case failed(LogError)
    }
    let state: Mutex<State>
    private let limits: Limits
    private let send: @Sendable (OutgoingRecord, (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) -> Void
    private let complete: @Sendable (OperationTicket, ReceivedReply) -> Void
    private let canOpen: @Sendable (ReceivedReply) -> Bool
    private let resent: Metrics.Counter
    /// Woken by the first request that comes after `look` said that it rests.
    package let restEnd = Messaging.Waiter()

    /// - Parameters:
    ///   - send: hands a record to the log without waiting.
    ///   - complete: keeps the late answer of a command.
    ///   - canOpen: whether this process can decrypt an answer.
    package init(
        limits: Limits, resent: Metrics.Counter,
        send: @escaping @Sendable (OutgoingRecord, (@Sendable (Result<RecordPosition, LogError>) -> Void)?) throws(LogError) -> Void,
        complete: @escaping @Sendable (OperationTicket, ReceivedReply) -> Void,
        canOpen: @escaping @Sendable (ReceivedReply) -> Bool = { _ in true }
    ) {
        (self.limits, self.resent, self.send, self.complete, self.canOpen) = (limits, resent, send, complete, canOpen)
        state = Mutex(State(bytesMax: limits.bytesMaxEmbedded))
        state.withLock { $0.entries.reserveCapacity(limits.requestsMax) }
    }

    package func useEmbeddedLimits(_ isEmbedded: Bool) {
        state.withLock { $0.bytesMax = isEmbedded ? limits.bytesMaxEmbedded : limits.bytesMax }
    }
    package var inFlight: Int { state.withLock { $0.counted } }
    package var parked: Int { state.withLock { $0.parked } }

    // MARK: - Asking

    /// Sends a request and waits for its answer.
    /// - Parameters:
    ///   - ticket: nil for a question, which nobody wants to know once the asker is gone.
    ///   - waitMilliseconds: 0: only until the log has it.
    ///   - isWhole: false: the gateway cannot send the parts before the record (a file) again. A stored "try again" is
    ///     then the answer, and the next id is only noted for the next attempt.
    package func ask(
        _ id: String, _ record: OutgoingRecord, fingerprint: String?, ticket: OperationTicket?, waitMilliseconds: Int64,
        isWhole: Bool = true
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            let now = Monotonic.milliseconds()
            let onlyLog = waitMilliseconds == 0 && ticket != nil
            let deadline = now + (onlyLog ? limits.acceptMilliseconds : waitMilliseconds)
            var work = Work()
            state.withLock { state in
                if state.entries[id] != nil {
                    state.join(id, fingerprint, Waiter(continuation: continuation, deadline: deadline, isRepeat: true, onlyLog: onlyLog),
                               &work)
                    return
                }
                var entry = Entry(
                    record: record, messageID: id, isWhole: isWhole, fingerprint: fingerprint, ticket: ticket,
                    first: Waiter(continuation: continuation, deadline: deadline, isRepeat: false, onlyLog: onlyLog),
                    bytes: record.sizeBytes, nextSend: now + limits.resendAfterMilliseconds, leavesOnAcknowledgement: onlyLog)
                if isWhole, let latest = state.latest[id] { entry.use(latest.id, steps: latest.steps) }
                if state.hasRoom(limits) || state.counted == 0 {
                    state.admit(id, entry, &work)
                } else if state.queue.count < limits.queuedMax {
                    state.queue.append(Queued(id: id, entry: entry, deadline: min(deadline, now + limits.queueWaitMilliseconds)))
                } else {
                    work.resumptions.append((continuation, .overloaded))
                }
            }
            perform(work)
        }
    }

    /// Takes up commands whose answer was still to come when the last process ended; they are sent at the next look.
    package func resume(_ operations: [(OperationTicket, OutgoingRecord)]) {
        state.withLock { state in
            for (ticket, record) in operations.prefix(limits.parkedMax) where state.entries[ticket.id] == nil {
                var entry = Entry(
                    record: record, messageID: record.text(of: "ce_id") ?? ticket.id, fingerprint: record.text(of: "request-fingerprint"),
                    ticket: ticket, first: nil, bytes: record.sizeBytes, nextSend: 0, leavesOnAcknowledgement: false)
                (entry.isCounted, entry.wasResent, entry.isInLog) = (false, true, true)
                state.entries[ticket.id] = entry
                if entry.messageID != ticket.id { state.renewed[entry.messageID] = ticket.id }
                state.parked += 1
            }
        }
    }

    package func knows(_ id: String) -> Bool { state.withLock { $0.entries[id] != nil } }

    /// Another instance has the answer of an operation, so this one stops asking. A client that waits on a connection
    /// keeps waiting.
    package func settle(_ id: String) {
        state.withLock { state in
            guard let entry = state.entries[id], entry.isParked else { return }
            _ = state.remove(id)
        }
    }

    // MARK: - What happens to them

    /// Delivers replies. One without a waiting request belongs to another instance or was delivered already. An answer
    /// to another request under the same key (a resent copy may be answered late) has another fingerprint and is
    /// ignored.
    package func deliver(_ replies: [ReceivedReply]) {
        var work = Work()
        let now = Monotonic.milliseconds()
        state.withLock { state in
            for reply in replies {
                let id = state.renewed[reply.requestID] ?? reply.requestID
                guard let waiting = state.entries[id], waiting.messageID == reply.requestID, waiting.fingerprint == reply.fingerprint else {
                    continue
                }
                // The reply is sealed to an earlier process, because the client or that process sent the same request before.
                // Our copy carries our key, so the service answers again.
                if reply.sealedBy != nil, !canOpen(reply) { continue }
                // The inbox repeats the answer it keeps, so the next attempt needs another id; a refusal that is not
                // kept leaves the id free. The gateway cannot send a file again, so it notes the refusal at once.
                if !reply.isOutcome, waiting.fingerprint != nil, reply.isReplayed || !waiting.isWhole {
                    state.note(id, successorOf: waiting)
                    if reply.isReplayed, state.renew(id, now, limits, &work) { continue }
                }
                guard let entry = state.remove(id) else { continue }
                var answer = reply
                // Our own repetition makes the service repeat itself; the client asked once.
                if reply.isCopy { answer.isReplayed = false }
                let waiters = [entry.first].compactMap { $0 } + entry.others
                // An answered request is in the log, even if the acknowledgement is late: `respond-async` always gets
                // 202, however quick the answer is.
                for waiter in waiters {
                    let outcome: Outcome = waiter.onlyLog ? .late(isInLog: true) : .reply(answer, isRepeat: waiter.isRepeat)
                    work.resumptions.append((waiter.continuation, outcome))
                }
                let isOperation = waiters.isEmpty || !entry.isCounted || waiters.contains { $0.onlyLog }
                if isOperation, let ticket = entry.ticket { work.completions.append((ticket, reply)) }
            }
            state.fill(limits, &work)
        }
        perform(work)
    }

    /// Looks after time: who has waited long enough, what is to be sent again. Called some twenty times a second, or less often after it
    /// returned true.
    /// - Parameter mayRest: if nobody waits, `restEnd` is woken by the next who does.
    /// - Returns: whether it will be.
    @discardableResult
    package func look(now: Int64 = Monotonic.milliseconds(), mayRest: Bool = false) -> Bool {
        var work = Work()
        let rests = state.withLock { state in
            for id in state.entries.takeDue(now: now) { state.attend(id, now, limits, &work) }
            while let next = state.queue.first, next.deadline <= now {
                state.queue.removeFirst()
                if let waiter = next.entry.first { work.resumptions.append((waiter.continuation, .overloaded)) }
            }
            state.fill(limits, &work)
            state.rests = mayRest && state.entries.count == 0 && state.queue.isEmpty
            return state.rests
        }
        perform(work)
        return rests
    }

    /// Another, empty cluster: everything unanswered goes out again at once.
    package func resendAll() {
        let now = Monotonic.milliseconds()
        var work = Work()
        state.withLock { state in
            for id in state.entries.keys {
                state.entries[id]?.isInLog = false
                state.resend(id, now, limits, &work, wantsAcknowledgement: true)
            }
        }
        perform(work)
    }

    private func perform(_ work: Work) {
        for (id, record, wantsAcknowledgement, isRepeat) in work.sends {
            if isRepeat { resent.add() }
            do throws(LogError) {
                if wantsAcknowledgement {
                    try send(record) { [weak self] result in self?.acknowledged(id, result) }
                } else {
                    try send(record, nil)
                }
            } catch { failed(id, error) }
        }
        if work.endsRest { restEnd.wake() }
        for (continuation, outcome) in work.resumptions { continuation.resume(returning: outcome) }
        for (ticket, reply) in work.completions { complete(ticket, reply) }
    }

    /// The log did not take it: the first request is refused, a repetition is tried again later.
    private func failed(_ id: String, _ error: LogError) {
        var work = Work()
        state.withLock { state in
            guard let entry = state.entries[id], !entry.wasResent, entry.sends == 1 else { return }
            _ = state.remove(id)
            for waiter in [entry.first].compactMap({ $0 }) + entry.others { work.resumptions.append((waiter.continuation, .failed(error))) }
            state.fill(limits, &work)
        }
        perform(work)
    }

    private func acknowledged(_ id: String, _ result: Result<RecordPosition, LogError>) {
        guard case .success = result else { return }  // It is sent again in its time.
        var work = Work()
        state.withLock { state in
            guard state.entries[id] != nil else { return }
            state.entries[id]?.isInLog = true
            if state.entries[id]?.leavesOnAcknowledgement == true || state.entries[id]?.hasGrace == true {
                state.letGo(id, before: Monotonic.milliseconds() + limits.acknowledgeMilliseconds, limits, &work)
            }
            state.fill(limits, &work)
        }
        perform(work)
    }
}
