import GRDB
import Kernel
import Storage

/// How a shard is doing, for health checks and `souk status`.
public struct ShardStatus: Codable, Sendable {
    public let partition: Int32
    public var position: Int64 = 0
    /// One past the last record of the log; nil when not known.
    public var end: Int64?
    public var lag: Int64?
    public var outboxDepth = 0
    public var deadLetters = 0
    public var timers = 0
    public var clusterID = ""
    public var healthy = false
    public var reason: String?
    /// The last gap since the process started, as `from..<to`.
    public var lastGap: String?
    public init(partition: Int32) { self.partition = partition }
}

extension ShardWriter {
    /// The status with what only a look at the file and the log can tell. Blocks.
    public func detailedStatus() -> ShardStatus {
        var status = currentStatus
        if let kept = try? cluster.watermarks(topic) {
            status.end = kept.upperBound
            status.lag = max(0, kept.upperBound - status.position)
        }
        _ = try? file.pool.read { db in
            status.outboxDepth = try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_outbox WHERE position > (SELECT relayed_position FROM souk_log)") ?? 0
            status.deadLetters = try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_dead_letter") ?? 0
            status.timers = try Int.fetchOne(db, sql: "SELECT count(*) FROM souk_timer") ?? 0
        }
        return status
    }
}

extension ShardStatus {
    /// Sets the gauges of the shard.
    public func show(in metrics: Metrics) {
        let label = ("partition", String(partition))
        metrics.gauge("souk_log_position", "Offset of the next message to be applied.", label).set(Int(position))
        if let lag { metrics.gauge("souk_log_lag_records", "Messages in the log that are not applied yet.", label).set(Int(lag)) }
        metrics.gauge("souk_outbox_waiting", "Outbox rows the log has not acknowledged.", label).set(outboxDepth)
        metrics.gauge("souk_dead_letters", "Messages put aside and not taken since.", label).set(deadLetters)
        metrics.gauge("souk_timers", "Timers that are set.", label).set(timers)
        metrics.gauge("souk_shard_healthy", "1 while the shard follows its log.", label).set(healthy ? 1 : 0)
    }
}
