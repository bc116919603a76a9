import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Storage
import Synchronization

/// The one writer of a shard: reads its partition in order, applies it in batches, answers, relays, fires timers.
///
/// Runs on a thread of its own and never waits inside a transaction. Infrastructure errors (disk full) stop progress, not the process:
/// the batch is tried again until it works, and the shard says that it is unhealthy.
public final class ShardWriter: Sendable {
    public struct Settings: Sendable {
        public var batchMessagesMax = 512
        /// The longest wait for a message when nothing else is due.
        public var idleWait: Duration = .milliseconds(100)
        /// How long inbox and outbox rows are kept: the dedup window and what can be published again.
        public var retention: Duration = .days(7)
        /// An operator accepts that a shard without file and snapshot starts in the middle of its log and loses what
        /// came before.
        public var acceptsLoss = false
        public init() {}
    }

    public let service: ServiceName
    public let partition: Int32
    let file: ShardFile
    let cluster: any LogCluster
    let watch: ClusterWatch
    let reader: any LogReader
    let producer: any LogProducer
    /// The producer of the outbox, separate because it must never abandon a row.
    private let relayProducer: any LogProducer
    let table: HandlerTable
    private let secret: ServiceSecret
    private let pacer: any RelayPacer
    let settings: Settings
    let clock: @Sendable () -> Timestamp
    let logger: Logger
    let stop: StopSignal
    let waiting: WaitingLog
    let meters: Meters
    let status: Mutex<ShardStatus>
    let crashes: CrashLedger?
    let look = Mutex(ShardLook())
    /// Raised after each batch.
    public let commits = CommitSignal()
    /// See `OtherLog`.
    let suspicion = Mutex<(reason: String, looks: Int)?>(nil)

    public init(service: ServiceName, partition: Int32, file: ShardFile, cluster: any LogCluster, watch: ClusterWatch,
                reader: any LogReader, producer: any LogProducer,
                relayProducer: (any LogProducer)? = nil, table: HandlerTable, secret: ServiceSecret, pacer: any RelayPacer,
                settings: Settings = Settings(), clock: @escaping @Sendable () -> Timestamp,
                metrics: Metrics, logger: Logger, stop: StopSignal, crashes: CrashLedger? = nil) {
        self.crashes = crashes
        (self.service, self.partition, self.file, self.cluster, self.watch) = (service, partition, file, cluster, watch)
        (self.reader, self.producer, self.table, self.secret, self.pacer) = (reader, producer, table, secret, pacer)
        (self.settings, self.clock, self.stop) = (settings, clock, stop)
        self.relayProducer = relayProducer ?? producer
        var logger = logger
        logger[metadataKey: "partition"] = "\(partition)"
        self.logger = logger
        waiting = WaitingLog(logger)
        meters = Meters(metrics, partition: partition)
        status = Mutex(ShardStatus(partition: partition))
    }

    public var currentStatus: ShardStatus { status.withLock { $0 } }
    var topic: TopicPartition { TopicPartition(Topics.commands(service), partition) }

    // MARK: - The loop

    /// Blocks until the stop signal.
    public func run() {
        // A shard whose start fails is made again and again, so it takes its place only while it runs.
        let inHand = crashes?.place()
        defer { if let inHand { crashes?.give(back: inHand) } }
        while !stop.isRaised {
            do {
                try follow(inHand)
            } catch {
                status.withLock { $0.refusesLoss = error is LossRefused }
                report(unhealthy: "\(error)")
                waiting.note("shard cannot go on; trying again", reason: "\(error)", level: .error)
                // The cluster may be a new one that the watch has not seen yet.
                if error is OtherLog { watch.refresh() }
                _ = Waiter().wait(.seconds(1))
            }
        }
    }

    /// Follows one cluster until the signal, another cluster, or an error.
    private func follow(_ inHand: CrashLedger.Place?) throws {
        guard !watch.clusterID.isEmpty else {
            report(unhealthy: watch.heldBack ?? "no cluster yet")
            _ = Waiter().wait(.milliseconds(50))
            return
        }
        let followed = watch.clusterID
        let start = try placeInLog(of: followed)
        // Start at the last applied record if the log still has it: if that record is unchanged, the log is the same
        // one.
        let partitionReader = try reader.open(topic, from: .offset(start.mark?.offset ?? start.offset))
        defer { partitionReader.close() }
        let woken = stop.onRaise { partitionReader.wake() }
        defer { stop.cancel(woken) }
        let turned = watch.onTurn { partitionReader.wake() }
        defer { watch.cancel(turned) }
        if let mark = start.mark {
            guard try isThere(mark, partitionReader) else { return }
        }
        suspicion.withLock { $0 = nil }
        if start.gap { try requestRepublish() }
        let gapEnd = start.gap ? try cluster.watermarks(topic).upperBound : 0
        let relay = OutboxRelay(service: service, partition: partition, producer: relayProducer, pacer: pacer, relayed: start.relayed,
                                sentBefore: start.sentBefore, putAside: meters.deadLettered, logger: logger)
        var run = Run(next: start.offset, relay: relay,
                      applier: ShardApplier(service: service, table: table, secret: secret, retention: settings.retention))
        try learnSkipped(on: followed)
        run.suspect = Suspect(crashes, topic, of: followed)
        run.applier.inHand = inHand
        try file.pool.writeWithoutTransaction { try run.applier.begin($0, reload: true) }
        try handOver(&run, on: followed, isStart: true)
        try file.pool.writeWithoutTransaction { _ = try run.relay.pump($0) }
        run.gapEnd = gapEnd
        report(run)
        logger.info("following the log", metadata: ["offset": "\(run.next)"])
        waiting.over("shard goes on")
        while !stop.isRaised, watch.clusterID == followed {
            try step(&run, partitionReader)
            if run.handoverDue.map({ $0 <= .now }) ?? false { try handOver(&run, on: followed) }
        }
        // What stays goes out of the file at the next start; on another cluster everything does, in its order.
        if stop.isRaised { try? run.relay.sendLingering() }
        try persistRelayProgress(&run)
    }

    struct Run {
        var next: Int64
        let relay: OutboxRelay
        let applier: ShardApplier
        var reload = false
        var persistedRelay: Int64 = -1
        var committedOffset: Int64 = -1
        var lastHousekeeping = ContinuousClock.now
        var hasMoreToPrune = false
        var lastCommit = ContinuousClock.now
        var timers = TimerSchedule()
        var suspect = Suspect()
        /// After a gap: the end of the log when the owners were asked. Before it is reached, answers may lack what was missed.
        var gapEnd: Int64 = 0
        /// See `askAbsentOwners`.
        static let askPauseMin: Duration = .seconds(1), askPauseMax: Duration = .seconds(60)
        /// How often to look for owners that a forwarder could not ask.
        static let absentLookedForEvery: Duration = .seconds(5)
        var askPause = askPauseMin
        var nextAsk = ContinuousClock.now
        /// When to look at the subscriptions; nil: they are as taken.
        var handoverDue: ContinuousClock.Instant?
    }

    private func step(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        let longest = run.relay.isRepublishing ? min(settings.idleWait, .milliseconds(20))
            : settings.idleWait * (isSettled(run) ? Self.settledFactor : 1)
        let wait = run.relay.isBehind ? Duration.milliseconds(2) : min(longest, run.timers.wait(until: clock()),
            run.relay.timeToLinger ?? longest, run.handoverDue.map { max(.zero, $0 - .now) } ?? longest)
        let records: [IncomingRecord]
        do throws(LogError) {
            records = try partitionReader.read(max: run.suspect.isAhead(of: run.next) ? 1 : settings.batchMessagesMax, wait: wait)
        } catch {
            guard error.kind == .offsetOutOfRange else {
                if error.kind == .closed, stop.isRaised { return }
                throw error
            }
            try outOfRange(&run, partitionReader)
            return
        }
        // The reader read these records during a hold: read them again, even if the hold is already over.
        guard watch.heldBack == nil else {
            if !records.isEmpty { try partitionReader.seek(to: .offset(run.next)) }
            return
        }
        if !records.isEmpty { try apply(records, &run) }
        try fireTimers(&run)
        if run.relay.timeToLinger == .zero { try run.relay.sendLingering() }
        if run.relay.isBehind { meters.relayed.add(try file.pool.writeWithoutTransaction { try run.relay.pump($0) }) }
        if run.relay.isRepublishing { try file.pool.writeWithoutTransaction { try run.relay.republish($0) } }
        try runHousekeeping(&run, partitionReader)
    }

    /// Nothing of what was applied is left to be told or noted: the writer has nothing to do until a record or a timer comes.
    private func isSettled(_ run: Run) -> Bool {
        run.committedOffset == run.next && run.persistedRelay == run.relay.watermark && run.relay.inFlight == 0
    }
    /// How many times longer than otherwise a writer waits then.
    private static let settledFactor = 50

    // MARK: - A batch

    private func apply(_ records: [IncomingRecord], _ run: inout Run) throws {
        var left = records[...]
        while !left.isEmpty { left = try applyOnce(left, &run) }
    }

    /// Runs one transaction. Returns the remaining records: one that is not complete, and those after it.
    private func applyOnce(_ records: ArraySlice<IncomingRecord>, _ run: inout Run) throws -> ArraySlice<IncomingRecord> {
        guard let last = records.last else { return [] }
        let started = ContinuousClock.now
        var (next, left) = (last.offset + 1, records.suffix(0))
        let watermark = run.relay.watermark
        let applier = run.applier
        let reload = run.reload
        let (suspect, inHand) = (run.suspect, applier.inHand)
        applier.suspect = suspect
        // Release it on errors as well: a full disk is not a crash.
        defer { inHand?.release() }
        run.reload = true  // until the commit is known to have worked
        try file.pool.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try applier.begin(db, reload: reload)
                for (index, record) in zip(records.indices, records) {
                    inHand?.hold(suspect.key(record.offset))
                    guard try applier.applyPart(of: record, in: db) else {
                        (next, left) = (record.offset, records[index...])
                        break
                    }
                }
                inHand?.release()
                try applier.finish(db)
                try db.cachedStatement(sql: "UPDATE souk_log SET next_offset = ?, relayed_position = ?").run([next, watermark])
                Failpoint.hit(.beforeCommit)
                return .commit
            }
        }
        run.reload = false
        run.next = next
        run.suspect.passed(next, takenUp: applier.takenUp, crashes)
        run.persistedRelay = watermark
        Failpoint.hit(.afterCommit)
        commits.raise()
        let outcome = applier.outcome
        for answer in outcome.answers { send(answer.record) }
        Failpoint.hit(.afterReply)
        if outcome.touchedTimers { run.timers.isStale = true }
        if applier.mayRepublish {
            applier.mayRepublish = false
            run.relay.isRepublishing = true
        }
        if applier.mayHandOver { (applier.mayHandOver, run.handoverDue) = (false, .now) }
        meters.relayed.add(try run.relay.send(outcome.outgoing))
        if run.relay.isBehind { meters.relayed.add(try file.pool.writeWithoutTransaction { try run.relay.pump($0) }) }
        meters.applied.add(outcome.applied)
        meters.duplicates.add(outcome.duplicates)
        meters.rejected.add(outcome.rejected)
        meters.deadLettered.add(outcome.deadLettered)
        meters.outdated.add(outcome.outdated)
        meters.early.add(outcome.early)
        meters.parked.add(outcome.parked)
        meters.batches.add()
        meters.batchSeconds.observe(ContinuousClock.now - started)
        report(run)
        return left
    }

    /// Best effort: whoever waits asks again, and the inbox has the answer.
    private func send(_ answer: OutgoingRecord) {
        for _ in 0..<50 {
            do throws(LogError) {
                try producer.enqueue(answer)
                return
            } catch {
                guard error.kind == .queueFull else { return }
                _ = Waiter().wait(.milliseconds(1))
            }
        }
    }

    // MARK: - Status

    func report(_ run: Run) {
        status.withLock {
            $0.position = run.next
            $0.clusterID = watch.clusterID
            guard run.next >= run.gapEnd else { return }
            $0.healthy = true
            $0.reason = nil
            $0.refusesLoss = false
        }
    }
    private func report(unhealthy reason: String) {
        status.withLock {
            $0.healthy = false
            $0.reason = reason
        }
    }
}
