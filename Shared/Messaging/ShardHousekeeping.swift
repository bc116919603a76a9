import GRDB
import Kernel
import Storage

/// What a writer does beside its log: commits its position, saves how far the outbox went out, prunes what is too old.
extension ShardWriter {
    /// How long to wait for a record: longer when nothing of what was applied is left to be told or noted.
    func longestWait(_ run: Run) -> Duration {
        if run.relay.isRepublishing { return min(settings.idleWait, .milliseconds(20)) }
        let isSettled = run.committedOffset == run.next && run.persistedRelay == run.relay.watermark && run.relay.inFlight == 0
        let longest = isSettled ? settings.idleWait * 5 : settings.idleWait
        return min(longest, run.relay.timeToLinger ?? longest)
    }

    func runHousekeeping(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        let now = ContinuousClock.now
        if now - run.lastCommit >= .milliseconds(100) {
            run.lastCommit = now
            if run.committedOffset != run.next {
                partitionReader.commit(before: run.next)
                run.committedOffset = run.next
            }
            try persistRelayProgress(&run)
        }
        askAbsentOwners(&run)
        if now - run.lastHousekeeping >= (run.hasMoreToPrune ? .seconds(1) : .seconds(60)) {
            run.lastHousekeeping = now
            run.hasMoreToPrune = try prune(relayed: run.relay.watermark)
        }
    }

    func persistRelayProgress(_ run: inout Run) throws {
        let watermark = run.relay.watermark
        guard watermark != run.persistedRelay else { return }
        try file.pool.write { try $0.execute(sql: "UPDATE souk_log SET relayed_position = ?", arguments: [watermark]) }
        run.persistedRelay = watermark
    }

    private func prune(relayed: Int64) throws -> Bool {
        let retention = settings.retention
        let now = clock()
        return try file.pool.write { db in
            // Delete only what is old by the log and by this machine: a wrong clock alone must not empty the inbox.
            let logged = try Int64.fetchOne(db, sql: "SELECT log_time FROM souk_log").map { Timestamp(millisecondsSinceEpoch: $0) }
            return try Retention.prune(before: min(now, logged ?? now) - retention, relayed: relayed, in: db)
        }
    }
}
