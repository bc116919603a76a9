import Contracts
import Kernel
import Logging
import Messaging
import ServiceKit
import Synchronization

/// Makes the attempts that handlers have queued, and reports to the log how they went.
///
/// It needs no journal: an attempt whose report was lost is made again with the same `webhook-id`, which receivers know by then.
/// It sends nothing before the file has seen every report that the log held at the start, so a rebuilt shard repeats nothing.
public final class WebhookSender: SideEffectWorker {
    private let context: SideEffectContext
    private let queue: WebhookQueue
    private let watch: QueueWatch
    private let waiter = Waiter()
    private let state = Mutex(State())
    private let isDevelopment: Bool

    private struct State {
        /// Attempts under way, by receiver.
        var underWay: [WebhookReceiver: Set<WebhookTry>] = [:]
        var clockOffsets: [TenantID: Duration] = [:]
        /// The queue had deliveries when it was read last.
        var hasWaiting = true
        /// Reported to the log and not seen in the file yet.
        var reported: [WebhookTry: (report: WebhookAttempted, at: ContinuousClock.Instant)] = [:]

        var count: Int { underWay.reduce(0) { $0 + $1.value.count } }
    }

    package static let lookEvery: Duration = .milliseconds(50)
    /// A report the file has not seen after this is sent again.
    package static let reportAgainAfter: Duration = .seconds(10)
    /// A receiver that works gets several messages at once; one that fails has one place until it works again.
    static let attemptsPerReceiver = 8
    static let attemptsOfFailing = 1
    /// Of the shard: more would use up the process's files.
    package static let attemptsMax = 1024

    public init(_ context: SideEffectContext) throws {
        self.context = context
        isDevelopment = context.environment["SOUK_DEVELOPMENT"] == "true"
        queue = WebhookQueue(context.reader)
        watch = try QueueWatch(path: context.reader.path)
    }

    public func run() {
        context.repeatStep("webhooks", waiter: waiter, every: Self.lookEvery, isUnderWay: { state.withLock { $0.count > 0 } }, step: step)
    }

    private func step() throws {
        let isBusy = state.withLock { $0.hasWaiting || !$0.reported.isEmpty || $0.count > 0 }
        guard try watch.mustRead(isBusy: isBusy) else { return }
        try settleReported()
        let waiting = try queue.waiting()
        state.withLock { $0.hasWaiting = !waiting.isEmpty }
        for receiver in waiting { try start(receiver) }
    }

    private func start(_ receiver: WebhookReceiver) throws {
        guard let offset = try queue.clockOffset(of: receiver.tenant) else { return }
        let (busy, running, total) = state.withLock { state in
            state.clockOffsets[receiver.tenant] = offset
            let running = state.underWay[receiver, default: []]
            return (running.union(state.reported.keys.filter { $0.tenant == receiver.tenant }), running.count, state.count)
        }
        let places = try queue.isFailing(receiver) ? Self.attemptsOfFailing : Self.attemptsPerReceiver
        var room = min(places - running, Self.attemptsMax - total)
        guard room > 0 else { return }
        for attempt in try queue.next(of: receiver, limit: room + busy.count) where room > 0 && !busy.contains(attempt) {
            guard let request = try queue.request(attempt) else { continue }
            room -= 1
            _ = state.withLock { $0.underWay[receiver, default: []].insert(attempt) }
            Task { await self.perform(request, attempt, of: receiver) }
        }
    }

    private func perform(_ request: WebhookQueue.Request, _ attempt: WebhookTry, of receiver: WebhookReceiver) async {
        let place = context.crashes?.place()
        let crashKey = CrashLedger.Key(.delivery, Array(attempt.tenant.rawValue.utf8), Array(attempt.delivery.utf8))
        // An attempt that crashed too many processes waits for a person.
        let isRefused = context.crashes?.isRefused(crashKey) == true
        place?.hold(crashKey)
        let start = ContinuousClock.now, at = now(of: attempt.tenant)
        let outcome = isRefused ? WebhookCall.Outcome(error: "crashed") : await call(request, receiver, at: at)
        let took = (ContinuousClock.now - start).wholeMilliseconds
        if let crashes = context.crashes {
            if let place { crashes.give(back: place) }
            if !isRefused { crashes.forget(crashKey) }
        }
        report(WebhookAttempted(deliveryId: WebhookDeliveryID(attempt.delivery), attempt: attempt.attempt, at: at,
                                statusCode: outcome.statusCode, error: outcome.error, durationMs: Int(took),
                                retryAfterSeconds: outcome.retryAfterSeconds), attempt)
        state.withLock { state in
            state.underWay[receiver]?.remove(attempt)
            if state.underWay[receiver]?.isEmpty == true { state.underWay[receiver] = nil }
        }
        waiter.wake()
    }

    private func call(_ request: WebhookQueue.Request, _ receiver: WebhookReceiver, at now: Timestamp) async -> WebhookCall.Outcome {
        do {
            let cipher = try context.columnCipher(WebhookDispatch.cipherUse)
            var secrets = [try cipher.reveal(request.protectedSecret, of: receiver.endpoint)]
            if let previous = request.protectedPrevious, let until = request.previousValidUntil, now < until {
                secrets.append(try cipher.reveal(previous, of: receiver.endpoint))
            }
            return await WebhookCall(url: request.url, messageId: request.messageId, body: request.body, secrets: secrets,
                                     isDevelopment: isDevelopment).perform(clock: context.clock)
        } catch {
            context.logger.error("a webhook cannot be signed", metadata: ["tenant": "\(receiver.tenant)", "error": "\(error)"])
            return WebhookCall.Outcome(error: "no-secret")
        }
    }

    private func now(of tenant: TenantID) -> Timestamp {
        context.clock() + state.withLock { $0.clockOffsets[tenant] ?? .zero }
    }

    private func report(_ report: WebhookAttempted, _ attempt: WebhookTry) {
        state.withLock { $0.reported[attempt] = (report, .now) }
        do {
            let id = DeterministicID.make("webhook-attempted", attempt.tenant.rawValue, attempt.delivery, String(attempt.attempt))
            try context.report(report, id: id, tenant: attempt.tenant, now: now(of: attempt.tenant))
        } catch {
            // It stays in `reported` and is sent again.
            context.logger.warning("an attempt cannot be reported yet", metadata: ["delivery": "\(attempt.delivery)", "error": "\(error)"])
        }
    }

    /// Forgets reports the file has seen; the broker may have lost the others.
    private func settleReported() throws {
        let reported = state.withLock { $0.reported }
        guard !reported.isEmpty else { return }
        let open = try queue.open(Array(reported.keys))
        let now = ContinuousClock.now
        state.withLock { state in for attempt in reported.keys where !open.contains(attempt) { state.reported[attempt] = nil } }
        for attempt in open { if let entry = reported[attempt], now - entry.at > Self.reportAgainAfter { report(entry.report, attempt) } }
    }
}
