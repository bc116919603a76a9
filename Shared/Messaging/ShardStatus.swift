import GRDB
import Kernel
import Storage
import Synchronization

/// The state of a shard for health checks and `souk status`. Nil: unknown.
public struct ShardStatus: Codable, Sendable {
    public let partition: Int32
    public var position: Int64 = 0
    /// One past the last record of the log.
    public var end: Int64?
    public var lag: Int64?
    /// Seconds since the end of the log was last known.
    public var logLookAgeSeconds: Int?
    public var outboxDepth: Int?
    public var deadLetters: Int?
    public var timers: Int?
    /// Timers that have been due for more than a minute, each by its tenant's clock.
    public var timersOverdue: Int?
    /// Seconds since the rows were last counted.
    public var fileLookAgeSeconds: Int?
    public var clusterID = ""
    public var healthy = false
    public var reason: String?
    /// The last gap since the process started, as `from..<to`.
    public var lastGap: String?
    /// When the log was last replaced since the process started.
    public var lastRestart: String?
    /// The shard has neither file nor snapshot, and its log does not start at offset 0.
    public var refusesLoss = false
    /// Services whose logs get this shard's events directly.
    public var directSubscribers: Set<ServiceName> = []
    public init(partition: Int32) { self.partition = partition }
}

/// The last measurement of the log and the file, and its time. Readers get it from memory, so a broker that does not
/// answer blocks no one.
struct ShardLook: Sendable {
    struct Log: Sendable {
        let end: Int64
        /// Relative to the position at the time of the measurement.
        let lag: Int64
    }
    struct File: Sendable { let outboxDepth, deadLetters, timers, timersOverdue: Int }
    /// Nil: the last measurement failed, or there was none.
    var log: Log?
    var file: File?
    var logKnownAt: ContinuousClock.Instant?
    var fileKnownAt: ContinuousClock.Instant?
}

extension ShardWriter {
    static let lookCountsFor: Duration = .seconds(15)

    /// The status with the last measurements. Does not block.
    public func observedStatus(now: ContinuousClock.Instant = .now) -> ShardStatus {
        func age(_ then: ContinuousClock.Instant?) -> Int? { then.map { Int((now - $0).wholeSeconds) } }
        var status = currentStatus
        let look = look.withLock { $0 }
        status.logLookAgeSeconds = age(look.logKnownAt)
        // A measurement may hang for a minute if the broker dies under it, so values older than a few intervals count
        // as unknown.
        if let at = look.logKnownAt, now - at <= Self.lookCountsFor { (status.end, status.lag) = (look.log?.end, look.log?.lag) }
        (status.outboxDepth, status.deadLetters, status.timers) = (look.file?.outboxDepth, look.file?.deadLetters, look.file?.timers)
        status.timersOverdue = look.file?.timersOverdue
        status.fileLookAgeSeconds = age(look.fileKnownAt)
        return status
    }

    /// Asks the broker for the end of the log. Blocks until it answers; throws on a timeout, and the lag is then
    /// unknown.
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
    /// Marks the log as unknown without another request, for a broker that is known not to answer.
    public func forgetLog() { look.withLock { $0.log = nil } }

    /// A timer that is late by real time is late by every clock; only tenants with a moved clock can have more.
    package static let overdueSQL = """
        SELECT (SELECT count(*) FROM souk_timer WHERE due_at < ?1) + (
            SELECT count(*) FROM souk_tenant CROSS JOIN souk_timer ON souk_timer.tenant = souk_tenant.tenant AND due_at >= ?1
        AND due_at < ?1 + clock_offset
            WHERE clock_offset > 0)
        """

    /// Counts rows of the file. Blocks as long as scans of whole tables take.
    public func lookAtFile(now: Timestamp) {
        let late = (now - .minutes(1)).millisecondsSinceEpoch
        let found = try? file.pool.read { db in
            ShardLook.File(
                outboxDepth: try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM souk_outbox WHERE position > (SELECT relayed_position FROM souk_log)") ?? 0,
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
    /// Sets the gauges of the shard. Unknown values are absent.
    public func show(in metrics: Metrics) {
        let label = ("partition", String(partition))
        metrics.gauge("souk_log_position", "Offset of the next message to be applied.", label).set(Int(position))
        metrics.gauge("souk_log_lag_records", "Messages in the log that are not applied yet; absent while the broker does not answer.",
                      label).set(lag.map { Int($0) })
        metrics.gauge("souk_log_look_age_seconds", "Seconds since the broker last said where the log ends.", label).set(logLookAgeSeconds)
        metrics.gauge("souk_file_look_age_seconds", "Seconds since the rows of the shard's file were last counted.", label)
            .set(fileLookAgeSeconds)
        metrics.gauge("souk_outbox_waiting", "Outbox rows the log has not acknowledged.", label).set(outboxDepth)
        metrics.gauge("souk_dead_letters", "Messages put aside and not taken since.", label).set(deadLetters)
        metrics.gauge("souk_timers", "Timers that are set.", label).set(timers)
        metrics.gauge("souk_timers_overdue", "Timers that fell due more than a minute ago and have not fired.", label).set(timersOverdue)
        metrics.gauge("souk_shard_healthy", "1 while the shard follows its log.", label).set(healthy ? 1 : 0)
        metrics.gauge("souk_shard_loss_refused", "1 while the shard has neither file nor snapshot and its log lacks the beginning.", label)
            .set(refusesLoss ? 1 : 0)
    }
}
