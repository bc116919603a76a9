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
        public init() {}
    }

    public let service: ServiceName
    public let partition: Int32
    let file: ShardFile
    let cluster: any LogCluster
    private let watch: ClusterWatch
    private let reader: any LogReader
    private let producer: any LogProducer
    private let table: HandlerTable
    private let secret: ServiceSecret
    private let pacer: any RelayPacer
    private let settings: Settings
    private let clock: @Sendable () -> Timestamp
    private let logger: Logger
    private let stop: StopSignal
    private let meters: Meters
    private let status: Mutex<ShardStatus>

    struct Meters: Sendable {
        let applied, duplicates, rejected, deadLettered, batches, relayed, gaps: Metrics.Counter
        let batchSeconds: Metrics.Histogram
        init(_ metrics: Metrics, partition: Int32) {
            let label = ("partition", String(partition))
            applied = metrics.counter("souk_messages_applied_total", "Messages applied.", label)
            duplicates = metrics.counter("souk_messages_duplicate_total", "Messages the inbox had seen.", label)
            rejected = metrics.counter("souk_messages_rejected_total", "Messages the business refused.", label)
            deadLettered = metrics.counter("souk_messages_dead_lettered_total", "Messages put aside.", label)
            batches = metrics.counter("souk_batches_total", "Transactions committed.", label)
            relayed = metrics.counter("souk_outbox_relayed_total", "Outbox rows handed to the log.", label)
            gaps = metrics.counter("souk_log_gaps_total", "Times retention passed this shard by.", label)
            batchSeconds = metrics.histogram("souk_batch_seconds", "Time of a batch from the first message to the commit.", label)
        }
    }

    public init(service: ServiceName, partition: Int32, file: ShardFile, cluster: any LogCluster, watch: ClusterWatch, reader: any LogReader, producer: any LogProducer,
                table: HandlerTable, secret: ServiceSecret, pacer: any RelayPacer, settings: Settings = Settings(), clock: @escaping @Sendable () -> Timestamp,
                metrics: Metrics, logger: Logger, stop: StopSignal) {
        (self.service, self.partition, self.file, self.cluster, self.watch) = (service, partition, file, cluster, watch)
        (self.reader, self.producer, self.table, self.secret, self.pacer) = (reader, producer, table, secret, pacer)
        (self.settings, self.clock, self.stop) = (settings, clock, stop)
        var logger = logger
        logger[metadataKey: "partition"] = "\(partition)"
        self.logger = logger
        meters = Meters(metrics, partition: partition)
        status = Mutex(ShardStatus(partition: partition))
    }

    public var currentStatus: ShardStatus { status.withLock { $0 } }
    var topic: TopicPartition { TopicPartition(Topics.commands(service), partition) }

    // MARK: - The loop

    /// Blocks until the stop signal.
    public func run() {
        while !stop.isRaised {
            do {
                try follow()
            } catch {
                report(unhealthy: "\(error)")
                logger.error("shard cannot go on; trying again", metadata: ["error": "\(error)"])
                _ = Waiter().wait(.seconds(1))
            }
        }
    }

    /// Follows one cluster until the signal, another cluster, or an error.
    private func follow() throws {
        guard !watch.clusterID.isEmpty else {
            report(unhealthy: "no cluster yet")
            _ = Waiter().wait(.milliseconds(50))
            return
        }
        let followed = watch.clusterID
        let start = try placeInLog(of: followed)
        if start.gap { try requestRepublish() }
        let gapEnd = start.gap ? try cluster.watermarks(topic).upperBound : 0
        let partitionReader = try reader.open(topic, from: .offset(start.offset))
        defer { partitionReader.close() }
        stop.onRaise { partitionReader.wake() }
        var run = Run(next: start.offset, relay: OutboxRelay(service: service, producer: producer, pacer: pacer, relayed: start.relayed, putAside: meters.deadLettered, logger: logger),
                      applier: ShardApplier(service: service, table: table, secret: secret))
        try file.pool.writeWithoutTransaction { db in
            try run.applier.begin(db, reload: true)
            try run.relay.pump(db)
        }
        run.gapEnd = gapEnd
        report(run)
        logger.info("following the log", metadata: ["offset": "\(run.next)"])
        while !stop.isRaised, watch.clusterID == followed {
            try step(&run, partitionReader)
        }
        // What stays goes out of the file at the next start; on another cluster everything does, in its order.
        if stop.isRaised { try? run.relay.sendLingering() }
        try persistRelayProgress(&run)
    }

    private struct Run {
        var next: Int64
        let relay: OutboxRelay
        let applier: ShardApplier
        var reload = false
        var persistedRelay: Int64 = -1
        var committedOffset: Int64 = -1
        var lastHousekeeping = ContinuousClock.now
        var hasMoreToForget = false
        var lastCommit = ContinuousClock.now
        var timers = TimerSchedule()
        /// After a gap: the end of the log when the owners were asked. Before it is reached, answers may lack what was missed.
        var gapEnd: Int64 = 0
    }

    private func step(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        let wait = run.relay.isBehind ? Duration.milliseconds(2) : min(settings.idleWait, run.timers.wait(until: clock()), run.relay.timeToLinger ?? settings.idleWait)
        let records: [IncomingRecord]
        do throws(LogError) {
            records = try partitionReader.read(max: settings.batchMessagesMax, wait: wait)
        } catch {
            guard error.kind == .offsetOutOfRange else {
                if error.kind == .closed, stop.isRaised { return }
                throw error
            }
            try outOfRange(&run, partitionReader)
            return
        }
        if !records.isEmpty { try apply(records, &run) }
        try fireTimers(&run)
        if run.relay.timeToLinger == .zero { try run.relay.sendLingering() }
        if run.relay.isBehind { meters.relayed.add(try file.pool.writeWithoutTransaction { try run.relay.pump($0) }) }
        try keepHouse(&run, partitionReader)
    }

    // MARK: - A batch

    private func apply(_ records: [IncomingRecord], _ run: inout Run) throws {
        guard let last = records.last else { return }
        let started = ContinuousClock.now
        let next = last.offset + 1
        let watermark = run.relay.watermark
        let applier = run.applier
        let reload = run.reload
        run.reload = true  // until the commit is known to have worked
        try file.pool.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try applier.begin(db, reload: reload)
                for record in records { try applier.apply(record, in: db) }
                try applier.finish(db)
                // A republish in this batch has moved the relay's place back in the file; then the file wins.
                try db.cachedStatement(sql: "UPDATE souk_log SET next_offset = ?, relayed_position = iif(?, relayed_position, ?)")
                    .run([next, applier.rewindRelay, watermark])
                Failpoint.hit(.beforeCommit)
                return .commit
            }
        }
        run.reload = false
        run.next = next
        run.persistedRelay = watermark
        Failpoint.hit(.afterCommit)
        let outcome = applier.outcome
        for answer in outcome.answers { send(answer.record) }
        Failpoint.hit(.afterReply)
        if outcome.touchedTimers { run.timers.isStale = true }
        if applier.rewindRelay {
            applier.rewindRelay = false
            run.relay.rewind(to: try file.pool.read { try Int64.fetchOne($0, sql: "SELECT relayed_position FROM souk_log") ?? 0 })
        }
        meters.relayed.add(try run.relay.send(outcome.outgoing))
        if run.relay.isBehind { meters.relayed.add(try file.pool.writeWithoutTransaction { try run.relay.pump($0) }) }
        meters.applied.add(outcome.applied)
        meters.duplicates.add(outcome.duplicates)
        meters.rejected.add(outcome.rejected)
        meters.deadLettered.add(outcome.deadLettered)
        meters.batches.add()
        meters.batchSeconds.observe(ContinuousClock.now - started)
        report(run)
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

    private func persistRelayProgress(_ run: inout Run) throws {
        let watermark = run.relay.watermark
        guard watermark != run.persistedRelay else { return }
        try file.pool.write { try $0.execute(sql: "UPDATE souk_log SET relayed_position = ?", arguments: [watermark]) }
        run.persistedRelay = watermark
    }

    // MARK: - Place in the log

    /// Where to go on. A cluster this file has never followed starts at its beginning, and everything retained goes out again.
    private func placeInLog(of clusterID: String) throws -> (offset: Int64, relayed: Int64, gap: Bool) {
        let kept = try cluster.watermarks(topic)
        return try file.pool.write { db in
            let row = try Row.fetchOne(db, sql: "SELECT cluster_id, next_offset, relayed_position FROM souk_log")
            guard let row else {
                try db.execute(sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, ?, ?, ?, ?)",
                               arguments: [self.topic.topic, self.partition, clusterID, kept.lowerBound])
                return (kept.lowerBound, 0, false)
            }
            let next: Int64 = row[1]
            // A position beyond the end is another log under the same name.
            if row[0] as String == clusterID, next <= kept.upperBound {
                if next < kept.lowerBound { try self.noteGap(from: next, to: kept.lowerBound, db) }
                return (max(next, kept.lowerBound), row[2], next < kept.lowerBound)
            }
            self.logger.notice("another log: starting over and publishing again", metadata: ["was": "\(row[0] as String)", "is": "\(clusterID)"])
            let first = try Int64.fetchOne(db, sql: "SELECT min(position) FROM souk_outbox") ?? 1
            try db.execute(sql: "UPDATE souk_log SET cluster_id = ?, next_offset = ?, relayed_position = ?", arguments: [clusterID, kept.lowerBound, first - 1])
            return (kept.lowerBound, first - 1, false)
        }
    }

    private func outOfRange(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        watch.refresh()
        let kept = try cluster.watermarks(topic)
        if run.next > kept.upperBound {
            // The cluster was replaced by an empty one that took over its address before the watch saw it.
            throw LogError(kind: .offsetOutOfRange, isRetriable: true, description: "position \(run.next) lies beyond the log's end \(kept.upperBound): looking at the cluster again")
        }
        if run.next < kept.lowerBound {
            try file.pool.write { try self.noteGap(from: run.next, to: kept.lowerBound, $0) }
            (run.next, run.gapEnd) = (kept.lowerBound, kept.upperBound)
            try requestRepublish()
        }
        try partitionReader.seek(to: .offset(run.next))
        report(run)
    }

    private func noteGap(from: Int64, to: Int64, _ db: Database) throws {
        meters.gaps.add()
        logger.error("gap: retention passed this shard by; asking the owners to publish again", metadata: ["from": "\(from)", "to": "\(to)"])
        status.withLock {
            $0.healthy = false
            $0.reason = "gap \(from)..<\(to): asked the owners to publish again"
            $0.lastGap = "\(from)..<\(to)"
        }
        try db.execute(sql: "UPDATE souk_log SET next_offset = ?", arguments: [to])
    }

    /// Asks every service to send again what it still has for this topic, and for the events that come through our forwarder.
    private func requestRepublish() throws {
        let owners = Set(table.handlers.keys.map { Topics.owner(of: $0) }).union(Topics.services).subtracting(["platform"])
        var topics: [(ServiceName, String)] = owners.map { ($0, topic.topic) }
        for owner in Set(table.eventsConsumed.map { Topics.owner(of: $0) }) { topics.append((owner, Topics.events(owner))) }
        let now = clock()
        var records: [OutgoingRecord] = []
        for (owner, wanted) in topics {
            guard let count = try? cluster.partitionCount(of: Topics.commands(owner)) else { continue }
            records += try Republish.requests(for: wanted, to: owner, partitions: count, from: service, partition, at: now)
        }
        _ = try producer.append(records, timeout: .seconds(10))
    }

    // MARK: - Timers

    /// When the next timer is due in real time, per the clocks of its tenants.
    struct TimerSchedule {
        var isStale = true
        var nextDue: Timestamp = .distantPast
        /// Message ids that were produced and have not come back through the log yet, with the time they went out.
        var fired: [String: ContinuousClock.Instant] = [:]
        var lastScan = ContinuousClock.now - .seconds(1)

        func wait(until now: Timestamp) -> Duration {
            if isStale { return .milliseconds(20) }
            return nextDue > now ? min(nextDue - now, .seconds(3600)) : .milliseconds(1)
        }
    }
    private static let refireAfter: Duration = .seconds(10)
    private static let timersPerScanMax = 500

    private func fireTimers(_ run: inout Run) throws {
        let now = clock()
        guard run.timers.isStale || run.timers.nextDue <= now, ContinuousClock.now - run.timers.lastScan >= .milliseconds(20) else { return }
        run.timers.lastScan = .now
        run.timers.isStale = false
        var nextDue = Timestamp.distantFuture
        var due: [(TenantID, DueTimer, Timestamp)] = []
        let offsets = run.applier.clockOffsets()
        try file.pool.read { db in
            for (tenant, offset) in offsets {
                let virtual = now + offset
                let rows = try Row.fetchAll(try db.cachedStatement(sql: """
                    SELECT \(DueTimer.columns) FROM souk_timer WHERE tenant = ? AND due_at <= ? ORDER BY due_at, id LIMIT \(Self.timersPerScanMax)
                    """), arguments: [tenant.rawValue, virtual.millisecondsSinceEpoch])
                due += rows.map { (tenant, DueTimer($0), virtual) }
                let later = try Int64.fetchOne(try db.cachedStatement(sql: "SELECT min(due_at) FROM souk_timer WHERE tenant = ? AND due_at > ?"),
                                               arguments: [tenant.rawValue, virtual.millisecondsSinceEpoch])
                if let later { nextDue = min(nextDue, Timestamp(millisecondsSinceEpoch: later) - offset) }
            }
        }
        let instant = ContinuousClock.now
        run.timers.fired = run.timers.fired.filter { instant - $0.value < Self.refireAfter }
        for (tenant, timer, virtual) in due where run.timers.fired[timer.messageID] == nil {
            let envelope = timer.envelope(service: service, tenant: tenant, at: virtual)
            var record = envelope.record(for: topic.topic)
            record.partition = partition
            do throws(LogError) { try producer.enqueue(record) } catch { break }
            run.timers.fired[timer.messageID] = instant
        }
        // What was fired and is not applied yet stays due: look again soon, fire again after a while.
        run.timers.nextDue = due.isEmpty ? nextDue : min(nextDue, now + .milliseconds(500))
    }

    // MARK: - Housekeeping

    private func keepHouse(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        let now = ContinuousClock.now
        if now - run.lastCommit >= .milliseconds(100) {
            run.lastCommit = now
            if run.committedOffset != run.next {
                partitionReader.commit(before: run.next)
                run.committedOffset = run.next
            }
            try persistRelayProgress(&run)
        }
        if now - run.lastHousekeeping >= (run.hasMoreToForget ? .seconds(1) : .seconds(60)) {
            run.lastHousekeeping = now
            run.hasMoreToForget = try forget(relayed: run.relay.watermark)
        }
    }

    private func forget(relayed: Int64) throws -> Bool {
        let cutoff = clock() - settings.retention
        return try file.pool.write { try Retention.forget(before: cutoff, relayed: relayed, in: $0) }
    }

    private func report(_ run: Run) {
        status.withLock {
            $0.position = run.next
            $0.clusterID = watch.clusterID
            guard run.next >= run.gapEnd else { return }
            $0.healthy = true
            $0.reason = nil
        }
    }
    private func report(unhealthy reason: String) {
        status.withLock {
            $0.healthy = false
            $0.reason = reason
        }
    }
}
