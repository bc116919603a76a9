import Contracts
import Crypto
import Kernel
import Logging
import Messaging
import NIOCore
import ServiceKit
import ServiceLifecycle
import Synchronization

/// The HTTP edge of Souk: turns requests into messages and replies into responses. Routes come from the services' manifests, apps from the
/// tenants' definitions; nothing here knows any of them by name.
public final class Gateway: Sendable {
    let settings: GatewaySettings
    let logger: Logger
    let platform: PlatformState
    let pending: PendingRequests
    let operations: OperationStore
    let identity: ReplyIdentity
    let limiter = RateLimiter()
    let guestQuota = GuestQuota()
    let addresses: ClientAddresses
    let secret: ServiceSecret
    let metrics = Metrics()
    let counters: EdgeCounters
    let bodies: BodyDeadlines
    let dates = DateText()
    let clockTurns = TurnTaking()
    let live: LiveHub
    private let streams = Mutex<[ObjectIdentifier: EventStreamSink]>([:])
    let producer: any LogProducer

    let cluster: any LogCluster
    private let watch: ClusterWatch
    private let hasFollowed = Atomic<Bool>(false)
    private let hasTopics = Atomic<Bool>(false)
    private let waitingForTopics: WaitingLog
    private let ending = Atomic<Bool>(false)
    private let stop = StopSignal()
    private let threads = Mutex<[BlockingThread]>([])
    private let replies: ReplyReader
    private let follower: PlatformFollower
    let shared: OperationFollower
    private let events: LiveReader
    let tenants: TenantProbe
    private let probing = Mutex<Task<Void, Never>?>(nil)

    /// Opens the gateway's file. Throws when it cannot be opened, or the data directory not be written.
    public init(settings: GatewaySettings, cluster: any LogCluster, logger: Logger) throws {
        (self.settings, self.cluster, self.logger) = (settings, cluster, logger)
        waitingForTopics = WaitingLog(logger)
        let secret = try settings.loadSecret()
        let identity = ReplyIdentity(partition: settings.partition)
        let operations = try OperationStore(path: "\(settings.dataDirectory)/gateway/operations.sqlite", secret: secret, identity: identity)
        let producer = DeferredProducer(cluster, name: "gateway")
        (self.secret, self.identity, self.operations, self.producer) = (secret, identity, operations, producer)
        let live = LiveHub(
            LiveHub.Limits(
                connectionsMax: settings.liveConnectionsMax, countsAddresses: settings.rateLimits != nil,
                keptMilliseconds: Int64(settings.liveKeptSeconds) * 1000, keptBytesMax: settings.liveKeptBytesMax),
            metrics: metrics)
        self.live = live
        platform = PlatformState(tokens: TokenVerifier(), logger: logger) { live.end($0) }
        addresses = ClientAddresses(trustedProxies: settings.trustedProxies, secret: secret)
        bodies = BodyDeadlines(timeoutSeconds: settings.bodyTimeoutSeconds)
        counters = EdgeCounters(metrics)
        let limits = PendingRequests.Limits(settings)
        let watch = ClusterWatch(cluster, logger: logger)
        pending = PendingRequests(
            limits: limits, resent: counters.resent,
            send: { (record, onDelivery) throws(LogError) in
                if let reason = watch.heldBack { throw LogError(kind: .other, isRetriable: true, description: reason) }
                try producer.enqueue(record, onDelivery: onDelivery)
            },
            complete: { ticket, reply in
                let now = Timestamp.now()
                operations.close(ticket, reply, at: now) { error in
                    logger.error("a late answer could not be kept", metadata: ["operation": "\(ticket.id)", "error": "\(error)"])
                }
                // If this fails, an instance that is asked for the operation asks the service again.
                do { try producer.enqueue(try operations.newsOfAnswer(ticket, reply, at: now)) } catch {
                    logger.warning("a late answer could not be told", metadata: ["operation": "\(ticket.id)", "error": "\(error)"])
                }
            }, canOpen: { [identity] in $0.opens(with: identity.privateKey) })
        self.watch = watch
        replies = ReplyReader(cluster: cluster, partition: settings.partition, pending: pending, logger: logger, stop: stop)
        let events = LiveReader(cluster: cluster, platform: platform, hub: live, logger: logger, stop: stop)
        self.events = events
        follower = PlatformFollower(cluster: cluster, platform: platform, logger: logger, stop: stop) { events.look() }
        shared = OperationFollower(cluster: cluster, operations: operations, logger: logger, stop: stop) { [pending] in
            pending.settle($0.id)
        }
        tenants = TenantProbe(platform: platform, expected: settings.expectedServices, silence: settings.serviceSilence) {
            [pending, identity] tenant, service, wait in
            let id = RequestIDs.fresh()
            let question = RequestMessage(
                topic: Topics.queries(service), type: Array(TenantState.type.rawValue.utf8), id: id, time: Timestamp.now(),
                tenant: tenant.name, correlationID: id, value: Array("{}".utf8))
            guard case .reply(let reply, _) = await pending.ask(id, question.record(identity), fingerprint: nil, ticket: nil,
                                                                waitMilliseconds: wait) else {
                return nil
            }
            return reply
        }
        for (tenant, offset) in try operations.clocks() { platform.clock(of: tenant).advance(to: offset) }
        pending.resume(try operations.unanswered(max: limits.parkedMax))
    }

    /// Starts the threads that follow the log. Returns at once; `missing` says what is still to come.
    public func start() {
        watch.onChange { [weak self] _ in self?.followNewCluster() }
        spawn("watch") { [self] in watch.run(every: .seconds(2), until: stop) }
        spawn("partitions") { [self] in watchPartitions() }
        spawn("platform") { [self] in follower.run() }
        spawn("replies") { [self] in replies.run() }
        spawn("operations") { [self] in shared.run() }
        spawn("events") { [self] in events.run() }
        probing.withLock { [tenants] in $0 = Task { await tenants.run() } }
        spawn("keeper") { [self] in keepTime() }
    }

    /// Looks after everything that ends by time: twenty times a second while requests are under way, else once a second.
    private func keepTime() {
        stop.onRaise { [pending] in pending.restEnd.wake() }
        var memory = ProcessMemory()
        var restsFrom = ContinuousClock.now, nextLook = ContinuousClock.now, nextPrune = ContinuousClock.now
        while !stop.isRaised {
            let rests = pending.look(mayRest: .now >= restsFrom)
            if .now >= nextLook {
                nextLook = .now + .seconds(1)
                bodies.look()
                memory.look(work: counters.answered)
                live.look(now: Monotonic.milliseconds()) { platform.clock(of: $0).now(Timestamp.now()) }
            }
            if .now >= nextPrune {
                nextPrune = .now + .seconds(3600)
                pruneOperations()
            }
            let hasWork = pending.restEnd.wait(rests ? .seconds(1) : .milliseconds(50))
            // One request after the other must not wake this thread each time.
            if hasWork || !rests && pending.inFlight > 0 { restsFrom = .now + .seconds(1) }
        }
    }

    /// Sends nothing while a topic's partition count differs from its service's: keys would go to shards that do not
    /// have their tenant.
    private func watchPartitions() {
        let waiter = Waiter()
        stop.onRaise { waiter.wake() }
        while !stop.isRaised {
            if watch.isReachable, !hasTopics.load(ordering: .acquiring) { makeTopics() }
            let declared = platform.partitions
            if watch.isReachable, let counts = try? cluster.partitionCounts(of: declared.keys.sorted().flatMap(Topics.sharded)) {
                var wrong: String?
                for (service, count) in declared.sorted(by: { $0.key < $1.key }) where wrong == nil {
                    let topic = Topics.sharded(of: service).first { counts[$0].map { $0 != count } ?? false }
                    wrong = topic.map {
                        "\($0) has \(counts[$0] ?? 0) partitions, but the data of \(service) are spread over \(count): nothing is sent"
                    }
                }
                watch.holdBack(wrong)
            }
            waiter.wait(hasTopics.load(ordering: .acquiring) ? .seconds(4) : .seconds(2))
        }
    }

    /// No other program creates all of these. A busy cluster may exceed the time limit, so this is retried every
    /// second.
    private func makeTopics() {
        let own = [Topics.manifests, Topics.tenants, Topics.keys].map { TopicSpecification($0, partitions: 1, compacted: true) }
        do throws(LogError) {
            try cluster.ensureTopics(own + [
                TopicSpecification(Topics.replies, partitions: max(settings.partitions, Int(settings.partition) + 1),
                                   retention: .minutes(15)),
                TopicSpecification(Topics.operations, partitions: 1, retention: .hours(OperationStore.unansweredKeptHours)),
            ])
            hasTopics.store(true, ordering: .releasing)
            waitingForTopics.over("topics are made")
        } catch { waitingForTopics.note("topics could not be made", reason: "\(error)") }
    }

    private func followNewCluster() {
        hasTopics.store(false, ordering: .releasing)
        makeTopics()
        pending.useEmbeddedLimits(cluster.isEmbedded)
        // The first cluster is no other one: its old replies are nobody's business here, and its topics are being read already.
        guard hasFollowed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        producer.startAnew()
        replies.startOver()
        follower.startOver()
        shared.startOver()
        events.startOver()
        pending.resendAll()
        // Whatever exists is looked up before the first request needs it.
        let existing = Set((try? cluster.topics()) ?? [])
        producer.prepare(topics: Topics.services.flatMap { [Topics.commands($0), Topics.intake($0), Topics.queries($0)] }
            .filter(existing.contains))
    }

    private func pruneOperations() {
        do { try operations.prune(before: Timestamp.now()) } catch {
            logger.error("old operations could not be removed", metadata: ["error": "\(error)"])
        }
    }

    private func spawn(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = BlockingThread(name: name, body)
        threads.withLock { $0.append(thread) }
    }

    /// What has to come before requests can be served; empty: ready.
    public var missing: [String] {
        var missing = platform.missing(expected: settings.expectedServices)
        // Ask for the tenants only when all manifests are there: the missing manifests already explain the delay.
        if missing.isEmpty { missing += tenants.missing }
        if !follower.hasReadEndings { missing.append("the sessions and roles that have ended") }
        if !shared.isCaughtUp { missing.append("the operations of other instances") }
        if !events.isReading { missing.append("the events that people watch") }
        if isEnding || live.isDraining { missing.append("its end: it is draining") }
        if !watch.isReachable { missing.insert("the broker" + (watch.problem.map { ": \($0)" } ?? ""), at: 0) }
        if let reason = watch.heldBack { missing.insert(reason, at: 0) }
        if !replies.isReading { missing.append("its partition of replies" + (replies.problem.map { ": \($0)" } ?? "")) }
        return missing
    }

    /// Reports not ready from now on but keeps serving, because balancers need time to notice.
    package func announceEnd() { ending.store(true, ordering: .releasing) }
    var isEnding: Bool { ending.load(ordering: .acquiring) }

    /// By tenant: the services that have not applied its definition.
    package var tenantsWaiting: [TenantID: [ServiceName]] { tenants.waiting }

    /// Ends the threads and closes what is open. Blocks until then; call it when no request is being served.
    public func close() {
        stop.raise()
        probing.withLock { $0 }?.cancel()
        for thread in threads.withLock({ $0 }) { thread.join() }
        producer.close(flushTimeout: .seconds(5))
        operations.close()
    }

    /// Keeps an event stream going until the client or the process ends it.
    func whileServing(_ sink: EventStreamSink, on channel: any Channel, _ body: () async throws -> Void) async throws {
        let id = ObjectIdentifier(channel)
        streams.withLock { $0[id] = sink }
        defer { streams.withLock { $0[id] = nil } }
        try await withGracefulShutdownHandler(operation: body) { [live] in live.drain() }
    }
    /// The client will say nothing more, which of a stream means that it is gone.
    func inputClosed(_ channel: any Channel) { streams.withLock { $0[ObjectIdentifier(channel)] }?.finish() }

    /// The definition of time here: the machine's, and a tenant's virtual one on top of it.
    func now(of tenant: MountedTenant) -> Timestamp { tenant.clock.now(Timestamp.now()) }
}

/// What is counted about requests.
struct EdgeCounters: Sendable {
    private let byStatus: [Metrics.Counter]
    let latency: Metrics.Histogram
    let inFlight: Metrics.Gauge
    let parked: Metrics.Gauge
    let contested: Metrics.Gauge
    let resent: Metrics.Counter

    init(_ metrics: Metrics) {
        byStatus = ["1xx", "2xx", "3xx", "4xx", "5xx"].map {
            metrics.counter("souk_gateway_responses_total", "Responses by class of status.", ("status", $0))
        }
        latency = metrics.histogram("souk_gateway_request_seconds", "From the end of the request's head to the start of its response.")
        inFlight = metrics.gauge("souk_gateway_requests_in_flight", "Requests that wait for an answer at a connection.")
        parked = metrics.gauge("souk_gateway_operations_pending", "Commands answered 202 whose answer is still to come.")
        contested = metrics.gauge("souk_gateway_contested_routes",
                                  "Routes that several services or plugins of an app claim, and that are not served.")
        resent = metrics.counter("souk_gateway_resent_total", "Requests that were sent again.")
    }
    /// All responses so far.
    var answered: Int { byStatus.reduce(0) { $0 + $1.current } }
    func count(status: Int, since start: ContinuousClock.Instant) {
        byStatus[min(5, max(1, status / 100)) - 1].add()
        latency.observe(.now - start)
    }
}

extension PendingRequests.Limits {
    fileprivate init(_ settings: GatewaySettings) {
        self.init()
        requestsMax = settings.requestsInFlightMax
        bytesMax = settings.bytesInFlightMax
        bytesMaxEmbedded = settings.bytesInFlightMaxEmbedded
        acceptMilliseconds = Int64(settings.waitSeconds) * 1000
        resendAfterMilliseconds = settings.resendAfter.wholeMilliseconds
    }
}
