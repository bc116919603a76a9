import GRDB
import Kernel
import Storage
import Synchronization

/// How a shard is doing, for health checks and `souk status`. Nil: not known.
public struct ShardStatus: Codable, Sendable {
    public let partition: Int32
    public var position: Int64 = 0
    /// One past the last record of the log.
    public var end: Int64?
    public var lag: Int64?
    /// Since the end of the log was last known.
    public var logLookAgeSeconds: Int?
    public var outboxDepth: Int?
    public var deadLetters: Int?
    public var timers: Int?
    /// Timers that fell due more than a minute ago, each by its tenant's clock.
    public var timersOverdue: Int?
    /// Since the rows were last counted.
    public var fileLookAgeSeconds: Int?
    public var clusterID = ""
    public var healthy = false
    public var reason: String?
    /// The last gap since the process started, as `from..<to`.
    public var lastGap: String?
    /// The last time since the process started that the log had become another one.
    public var lastRestart: String?
    /// It has neither file nor snapshot, and its log does not begin at its start.
    public var refusesLoss = false
    public init(partition: Int32) { self.partition = partition }
}

/// What a look at the log and the file found, and when. Whoever asks for it gets it from memory: a broker that does not answer holds nobody up.
struct ShardLook: Sendable {
    struct Log: Sendable {
        let end: Int64
        /// Against the position at the time of the look.
        let lag: Int64
    }
    struct File: Sendable { let outboxDepth, deadLetters, timers, timersOverdue: Int }
    /// Nil: the last look failed, or there was none.
    var log: Log?
    var file: File?
    var logKnownAt: ContinuousClock.Instant?
    var fileKnownAt: ContinuousClock.Instant?
}

extension ShardWriter {
    static let lookCountsFor: Duration = .seconds(15)

    /// The status with what the last looks found. Does not block.
    public func observedStatus(now: ContinuousClock.Instant = .now) -> ShardStatus {
        func age(_ then: ContinuousClock.Instant?) -> Int? { then.map { Int((now - $0).wholeSeconds) } }
        var status = currentStatus
        let look = look.withLock { $0 }
        status.logLookAgeSeconds = age(look.logKnownAt)
        // A look may hang for a minute where the broker died under it: what is older than a few looks is not known any more.
        if let at = look.logKnownAt, now - at <= Self.lookCountsFor { (status.end, status.lag) = (look.log?.end, look.log?.lag) }
        (status.outboxDepth, status.deadLetters, status.timers) = (look.file?.outboxDepth, look.file?.deadLetters, look.file?.timers)
        status.timersOverdue = look.file?.timersOverdue
        status.fileLookAgeSeconds = age(look.fileKnownAt)
        return status
    }

    /// Asks the broker where the log ends. Blocks until it answers or does not in time, which is thrown; the lag is then unknown.
    public func lookAtLog() throws(LogError) {
        do throws(LogError) {
            let end = try cluster.watermarks(topic).upperBound
            let lag = max(0, end - currentStatus.position)
            look.withLock { ($0.log, $0.logKnownAt) = (.init(end: end, lag: lag), .now) }
        } catch {
            forgetLog()
            throw error
        }
    }
    /// For a broker that is known not to answer: nobody waits for it again.
    public func forgetLog() { look.withLock { $0.log = nil } }

    /// What is late by real time is late by every clock: only those that were moved have more.
    package static let overdueSQL = """
        SELECT (SELECT count(*) FROM souk_timer WHERE due_at < ?1) + (
            SELECT count(*) FROM souk_tenant CROSS JOIN souk_timer ON souk_timer.tenant = souk_tenant.tenant AND due_at >= ?1 AND due_at < ?1 + clock_offset
            WHERE clock_offset > 0)
        """

    /// Counts rows of the file. Blocks as long as whole tables take.
    public func lookAtFile(now: Timestamp) {
        let late = (now - .minutes(1)).millisecondsSinceEpoch
        let found = try? file.pool.read { db in
            ShardLook.File(outboxDepth: try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_outbox WHERE position > (SELECT relayed_position FROM souk_log)") ?? 0,
                           deadLetters: try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_dead_letter") ?? 0,
                           timers: try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_timer") ?? 0,
                           timersOverdue: try Int.fetchOne(db, sql: Self.overdueSQL, arguments: [late]) ?? 0)
        }
        look.withLock {
            $0.file = found
            if found != nil { $0.fileKnownAt = .now }
        }
    }
}

extension ShardStatus {
    /// Sets the gauges of the shard. What is not known is absent.
    public func show(in metrics: Metrics) {
        let label = ("partition", String(partition))
        metrics.gauge("souk_log_position", "Offset of the next message to be applied.", label).set(Int(position))
        metrics.gauge("souk_log_lag_records", "Messages in the log that are not applied yet; absent while the broker does not answer.", label).set(lag.map { Int($0) })
        metrics.gauge("souk_log_look_age_seconds", "Seconds since the broker last said where the log ends.", label).set(logLookAgeSeconds)
        metrics.gauge("souk_file_look_age_seconds", "Seconds since the rows of the shard's file were last counted.", label).set(fileLookAgeSeconds)
        metrics.gauge("souk_outbox_waiting", "Outbox rows the log has not acknowledged.", label).set(outboxDepth)
        metrics.gauge("souk_dead_letters", "Messages put aside and not taken since.", label).set(deadLetters)
        metrics.gauge("souk_timers", "Timers that are set.", label).set(timers)
        metrics.gauge("souk_timers_overdue", "Timers that fell due more than a minute ago and have not fired.", label).set(timersOverdue)
        metrics.gauge("souk_shard_healthy", "1 while the shard follows its log.", label).set(healthy ? 1 : 0)
        metrics.gauge("souk_shard_loss_refused", "1 while the shard has neither file nor snapshot and its log lacks the beginning.", label).set(refusesLoss ? 1 : 0)
    }
}
