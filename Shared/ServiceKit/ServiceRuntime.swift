import Contracts
import Crypto
import Foundation
import GRDB
import Kernel
import Logging
import Messaging
import Storage
import Synchronization

/// Runs one service: for each of its partitions a writer, a query reader and (where needed) a preprocessor; one
/// forwarder; health for operators.
public final class ServiceRuntime<Service: PlatformService>: Sendable {
    let settings: ServiceSettings
    let cluster: any LogCluster
    let logger: Logger
    let secret: ServiceSecret
    let metrics = Metrics()
    let stop = StopSignal()
    let watch: ClusterWatch
    let shards = Mutex<[Shard]>([])
    let startedAt = ContinuousClock.now
    var dataDirectory: String { settings.dataDirectory }
    private let threads = Mutex<[BlockingThread]>([])
    let published = Atomic<Bool>(false)
    /// Why the last attempt to start failed.
    private let problem = Mutex<String?>(nil)
    /// The service does not start, because its files, topics or secret differ from those it was created with.
    let refusesData = Atomic<Bool>(false)
    /// Health of the loops beside the writers.
    private let loops = Mutex<[LoopHealth]>([])
    let identity = Mutex<ShardIdentity?>(nil)
    /// The keys published last.
    let publishedKeys = Mutex<KeySet?>(nil)
    /// This service's manifest as it is on this cluster's platform topic.
    let announcedManifest = Mutex<[UInt8]?>(nil)

    struct Shard: Sendable {
        let partition: Int32
        let file: ShardFile
        let writer: ShardWriter
    }

    /// The program's version in manifests and `/status`.
    public static var version: String { Release.version }

    /// - Parameter connect: creates the cluster client; only `Main/` knows which one.
    public init(settings: ServiceSettings, connect: (ServiceSettings) throws -> any LogCluster) throws {
        self.settings = settings
        var logger = Logger(label: Service.name.rawValue)
        logger.logLevel = Logger.Level(rawValue: settings.logLevel) ?? .info
        self.logger = logger
        cluster = try connect(settings)
        secret = try ServiceSecret.load(service: Service.name, settings: settings)
        watch = ClusterWatch(cluster, logger: logger)
    }

    /// Starts in the background and retries until the broker is available.
    public func begin() {
        let starter = BlockingThread(name: "start") { [self] in
            let waiting = WaitingLog(logger)
            while !stop.isRaised {
                do { return try start() } catch {
                    waiting.note("cannot start yet", reason: "\(error)", level: .error)
                    problem.withLock { $0 = "\(error)" }
                    refusesData.store(error is ShardIdentity.Mismatch, ordering: .relaxed)
                    _ = Waiter().wait(.milliseconds(500))
                }
            }
        }
        threads.withLock { $0.append(starter) }
    }

    /// Finishes the current batch, flushes the producers and closes the files. Blocks.
    public func end() {
        stop.raise()
        for _ in 0..<2 { for thread in threads.withLock({ $0 }) { thread.join() } }  // the starter may have added some
        producers.withLock { list in
            for producer in list { producer.close(flushTimeout: .seconds(5)) }
        }
        readers.withLock { list in
            for reader in list { reader.close() }
        }
        for shard in shards.withLock({ $0 }) { shard.file.close() }
        shared.withLock { $0 }?.crashes.close()
    }

    /// True if every shard reads its log, every loop makes progress and the service's manifest is published.
    public var isReady: Bool { missing.isEmpty }

    /// Why the process isn't ready.
    package var missing: [String] {
        let statuses = shards.withLock { $0 }.map(\.writer.currentStatus)
        var missing = statuses.filter { !$0.healthy }.map { $0.reason ?? "partition \($0.partition) is starting" }
        missing += loops.withLock { $0 }.compactMap(\.reason)
        if !watch.isReachable { missing.append(watch.problem ?? "no broker has answered yet") }
        let refused = shared.withLock { $0 }.map { $0.relayProducer.refusedTopics.merging($0.producer.refusedTopics) { first, _ in first } }
            ?? [:]
        missing += refused.sorted { $0.key < $1.key }.map { "the brokers refuse the records of \($0.key): \($0.value)" }
        if let reason = watch.heldBack { missing.insert(reason, at: 0) }
        if statuses.isEmpty || !published.load(ordering: .relaxed) {
            missing.append(problem.withLock { $0 }.map { "starting: \($0)" } ?? "starting")
        }
        return missing
    }

    /// Runs until SIGTERM or SIGINT. Blocks.
    public func run(until signals: SignalWaiter) throws {
        let server = settings.httpPort == 0 ? nil : try serveOperators(host: settings.httpHost, port: settings.httpPort)
        defer { server?.close() }
        begin()
        signals.wait()
        logger.info("stopping")
        end()
    }
    private let producers = Mutex<[any LogProducer]>([])
    private let readers = Mutex<[any LogReader]>([])

    /// Shared by all shards of the process.
    struct Shared: Sendable {
        let table: HandlerTable
        let producer: any LogProducer
        let relayProducer: any LogProducer
        let reader: any LogReader
        let preprocessorReader: (any LogReader)?
        let pacer: any RelayPacer
        let crashes: CrashLedger
    }
    private let shared = Mutex<Shared?>(nil)

    /// Called again after it threw: keeps what exists already, above all the shards, because this process locks their files.
    private func start() throws {
        watch.refresh()
        guard watch.isReachable else {
            throw Unreachable(description: watch.problem ?? "no broker answers at \(settings.bootstrapServers)")
        }
        try refuseOtherFiles()
        try ensureTopics()
        let count = try partitionCount()
        let shared = try madeOnce()
        try confirmIdentity(partitions: count, shared)
        try startShards(of: count, shared)
        // Nothing below throws, so it runs once.
        startForwarders(shared, partitions: count)
        // Runs on its own thread: readiness must report that no broker answers while everything else waits for one.
        spawn("watch") { [self] in watch.run(every: .seconds(2), until: stop) }
        spawn("about") { [self] in keepPlatformInformed(shared) }
        spawn("look-file") { [self] in look { lookAtFiles() } }
        // Shutdown does not wait for this thread: the client may wait a minute for a broker that died during a request.
        _ = BlockingThread(name: "look-log") { [self] in look { lookAtLogs() } }
        spawn("snapshots") { [self] in takeSnapshots() }
        problem.withLock { $0 = nil }
        refusesData.store(false, ordering: .relaxed)
        logger.info("started", metadata: ["partitions": "\(count)", "cluster.id": "\(watch.clusterID)"])
    }

    private struct Unreachable: Error, CustomStringConvertible { let description: String }

    // MARK: - Parts

    private func madeOnce() throws -> Shared {
        if let made = shared.withLock({ $0 }) { return made }
        let table = Service.handlerTable()
        let crashes = try CrashLedger(path: "\(settings.dataDirectory)/\(Service.name)/in-hand-\(settings.ordinal)")
        let producer = try cluster.makeProducer(name: "\(Service.name)")
        let relayProducer = try cluster.makePatientProducer(name: "\(Service.name).outbox")
        let reader = try cluster.makeSettledReader(name: "\(Service.name)", group: Topics.writerGroup(Service.name))
        let preprocessorReader = table.preparers.isEmpty ? nil : try cluster.makeSettledReader(name: "\(Service.name).intake",
            group: Topics.intakeGroup(Service.name))
        producers.withLock { $0 += [producer, relayProducer] }
        readers.withLock { $0 += [reader] + [preprocessorReader].compactMap { $0 } }
        let made = Shared(table: table, producer: producer, relayProducer: relayProducer, reader: reader,
                          preprocessorReader: preprocessorReader, pacer: cluster.isEmbedded ? makeLagPacer() : Unpaced(), crashes: crashes)
        shared.withLock { $0 = made }
        watch.onChange { [weak self] _ in
            producer.startAnew()
            relayProducer.startAnew()
            self?.announcedManifest.withLock { $0 = nil }
            self?.published.store(false, ordering: .relaxed)
        }
        return made
    }

    private func startForwarders(_ shared: Shared, partitions: Int) {
        let files = shards.withLock { Dictionary($0.map { ($0.partition, ReadPositions($0.file.pool)) }) { first, _ in first } }
        func start(_ name: String, _ lane: Forwarder.Lane) {
            let forwarder = Forwarder(service: Service.name, cluster: cluster, watch: watch, producer: shared.producer,
                                      consumes: shared.table.eventsConsumed, sealsTo: Service.contents.sealsTo, lane: lane,
                                      takesDirectly: settings.takesDirectly, pacer: shared.pacer,
                                      positions: { files[Int32($0 % partitions)] }, metrics: metrics, logger: logger, stop: stop)
            loops.withLock { $0.append(forwarder.health) }
            spawn(name) { forwarder.run() }
        }
        let bulk = Set(Service.contents.bulkEvents.map(Topics.events))
        start("forwarder", .direct(except: bulk))
        guard !bulk.isEmpty else { return }
        let writers = shards.withLock { Dictionary($0.map { ($0.partition, $0.writer) }) { first, _ in first } }
        start("forwarder-bulk", .bulk(bulk, aheadMax: Forwarder.aheadMax) { writers[$0]?.currentStatus.position })
    }

    private func spawn(_ name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
        let thread = BlockingThread(name: name, niceness: niceness, body)
        threads.withLock { $0.append(thread) }
    }

    /// Their loops begin together, when all files are open: see `LogCluster.makeSettledReader`.
    private func startShards(of count: Int, _ shared: Shared) throws {
        let running = Set(shards.withLock { $0.map(\.partition) })
        var loops: [ShardLoop] = []
        defer { for loop in loops { spawn(loop.name, niceness: loop.niceness, loop.run) } }
        for partition in 0..<Int32(count) where Int(partition) % settings.replicas == settings.ordinal && !running.contains(partition) {
            loops += try prepareShard(partition, shared)
        }
    }

    private struct ShardLoop {
        let name: String
        var niceness: Int32 = 0
        let run: @Sendable () -> Void
    }

    private func prepareShard(_ partition: Int32, _ shared: Shared) throws -> [ShardLoop] {
        let (table, producer, reader) = (shared.table, shared.producer, shared.reader)
        let path = "\(settings.dataDirectory)/\(Service.name)/p\(partition).sqlite"
        if try ShardFile.restoreIfMissing(path: path, snapshots: snapshotDirectory(partition)) {
            logger.notice("restored from a snapshot", metadata: ["partition": "\(partition)"])
        }
        let file = try ShardFile(path: path, migrations: Service.contents.migrations)
        try identity.withLock { $0 }?.confirm(file, Service.name, acceptsLoss: settings.acceptsLoss(of: Service.name, partition))
        var writerSettings = ShardWriter.Settings()
        writerSettings.acceptsLoss = settings.acceptsLoss(of: Service.name, partition)
        writerSettings.retention = settings.retention
        let clock: @Sendable () -> Timestamp = { Timestamp.now() }
        let writer = ShardWriter(service: Service.name, partition: partition, file: file, cluster: cluster, watch: watch, reader: reader,
                                 producer: producer, relayProducer: shared.relayProducer, table: table, secret: secret,
                                 pacer: shared.pacer, settings: writerSettings, clock: clock,
                                 metrics: metrics, logger: logger, stop: stop, crashes: shared.crashes)
        let queries = QueryLoop(service: Service.name, partition: partition, file: file, watch: watch, reader: reader, producer: producer,
                                table: table, secret: secret, clock: clock, metrics: metrics, logger: logger, stop: stop,
                                tenantSecrets: tenantSecrets, crashes: shared.crashes)
        let outside = try Service.contents.sideEffectWorkers.map { try makeOutside($0, beside: file, writer, shared) }
        // Nothing below throws: all loops of a shard run, or none.
        shards.withLock { $0.append(Shard(partition: partition, file: file, writer: writer)) }
        loops.withLock { $0.append(queries.health) }
        var running = [ShardLoop(name: "writer-\(partition)") { writer.run() }, ShardLoop(name: "queries-\(partition)") { queries.run() }]
        if let preprocessorReader = shared.preprocessorReader {
            let intake = PreprocessorLoop(service: Service.name, partition: partition, file: file, cluster: cluster, watch: watch,
                                    reader: preprocessorReader,
                                    producer: producer, table: table, secret: secret,
                                    workers: settings.file.intakeWorkers ?? Self.intakeWorkers, clock: clock,
                                    metrics: metrics, logger: logger, stop: stop, tenantSecrets: tenantSecrets, crashes: shared.crashes)
            loops.withLock { $0.append(intake.health) }
            running.append(ShardLoop(name: "intake-\(partition)", niceness: 10) { intake.run() })
        }
        return running + outside.map { work in ShardLoop(name: "outside-\(partition)") { work.run() } }
    }

    private var tenantSecrets: TenantSecrets { TenantSecrets(environment: settings.environment, dataDirectory: settings.dataDirectory) }

    private func makeOutside(_ kind: any SideEffectWorker.Type, beside file: ShardFile, _ writer: ShardWriter,
                             _ shared: Shared) throws -> any SideEffectWorker {
        let partition = writer.partition
        let context = SideEffectContext(service: Service.name, partition: partition, reader: file.pool,
                                     journalPath: "\(settings.dataDirectory)/\(Service.name)/p\(partition).outside.sqlite",
                                     environment: settings.environment, dataDirectory: settings.dataDirectory, clock: { Timestamp.now() },
                                     metrics: metrics, logger: logger, stop: stop, secret: secret,
                                     follow: .init(cluster: cluster, watch: watch, file: file,
                                                   topic: TopicPartition(Topics.commands(Service.name), partition)),
                                     producer: shared.producer, crashes: shared.crashes, commits: writer.commits)
        return try kind.init(context)
    }

    /// Services that get a shard's events directly and do not read them from the topic.
    private func subscribers(_ partition: Int32) -> Set<ServiceName> {
        shards.withLock { $0.first { $0.partition == partition } }?.writer.currentStatus.directSubscribers ?? []
    }

    private func makeLagPacer() -> LagPacer {
        let pacer = LagPacer(service: Service.name, cluster: cluster, watch: watch, logger: logger) { [weak self] in
            self?.subscribers($0) ?? []
        }
        spawn("pacer") { [stop] in pacer.run(until: stop) }
        return pacer
    }
}
