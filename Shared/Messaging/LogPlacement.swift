import Contracts
import GRDB
import Kernel
import Logging
import Storage

/// The shard would start in the middle of its log, without the state of the records before.
struct LossRefused: Error, CustomStringConvertible {
    let description: String
}

/// The log is not the one the file has followed, although the cluster id is the same. The writer acts on the second
/// observation: a single check may meet a broker that is still recovering.
struct OtherLog: Error, CustomStringConvertible {
    let description: String
}

/// Where a shard continues in its log, and whether the log is still the same one.
extension ShardWriter {
    struct Placement {
        let offset: Int64
        let relayed: Int64
        /// Outbox rows up to here may have been published before, to a log that was replaced.
        var sentBefore: Int64 = 0
        let gap: Bool
        /// The record before `offset` that identifies the log; nil: there is none to compare.
        var mark: Mark?
    }
    struct Mark {
        let offset: Int64
        let digest: String
    }

    /// Where to continue. A file that has never followed this log reads it from its beginning and republishes all it
    /// retains.
    func placeInLog(of clusterID: String) throws -> Placement {
        let kept = try cluster.watermarks(topic)
        return try file.pool.write { db in
            let row = try Row.fetchOne(db,
                                       sql: """
                                           SELECT cluster_id, next_offset, relayed_position, mark_offset, mark_digest, asks_again,
                                           sent_before FROM souk_log
                                           """)
            guard let row else { return try self.begin(kept, clusterID, db) }
            let (was, next): (String, Int64) = (row[0], row[1])
            guard was == clusterID else { return try self.startOver(kept, clusterID, "it was \(was)", db) }
            if next > kept.upperBound { self.suspect("position \(next) lies beyond its end \(kept.upperBound)") }
            if let suspicion = self.suspicion.withLock({ $0 }) {
                if suspicion.looks >= Self.looksNeeded {
                    return try self.startOver(kept, clusterID, suspicion.reason, isSameCluster: true, db)
                }
                if next > kept.upperBound { throw self.otherLog(suspicion.reason) }
            }
            if next < kept.lowerBound { try self.noteGap(from: next, to: kept.lowerBound, db) }
            // An earlier attempt recorded the gap but could not send the republish request, so send it now.
            let gap = next < kept.lowerBound || row[5]
            if let offset: Int64 = row[3], let digest: String = row[4], kept.contains(offset), offset == next - 1 {
                return Placement(offset: next, relayed: row[2], sentBefore: row[6], gap: gap, mark: Mark(offset: offset, digest: digest))
            }
            return Placement(offset: max(next, kept.lowerBound), relayed: row[2], sentBefore: row[6], gap: gap)
        }
    }

    /// Starts a file that has never followed a log.
    private func begin(_ kept: Range<Int64>, _ clusterID: String, _ db: Database) throws -> Placement {
        if kept.lowerBound > 0 {
            guard settings.acceptsLoss else {
                throw LossRefused(description: """
                    \(service)/\(partition) has neither a file nor a snapshot, and its log \(topic) begins at \(kept.lowerBound), \
                    not at 0: what came before would be lost. \
                    Put its file back as \(file.path), or a snapshot into the folder of its snapshots, and start again; \
                    or accept the loss with SOUK_ACCEPT_LOSS=\(service)/\(partition)
                    """)
            }
            logger.error("the log lacks its beginning, and the loss was accepted; asking the owners of events to publish again",
                         metadata: ["from": "\(kept.lowerBound)"])
            meters.gaps.add()
            status.withLock { $0.lastGap = "0..<\(kept.lowerBound)" }
        }
        try db.execute(sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset, asks_again) VALUES (1, ?, ?, ?, ?, ?)",
                       arguments: [topic.topic, partition, clusterID, kept.lowerBound, kept.lowerBound > 0])
        return Placement(offset: kept.lowerBound, relayed: 0, gap: kept.lowerBound > 0)
    }

    /// Reads a different log from its beginning and publishes everything that is retained. The inbox drops the
    /// duplicates it knows; `LogMemory` treats those it no longer remembers as too old. In the same cluster the owners
    /// do not notice that the log lost their messages, so the shard asks for them; in another one they publish unasked.
    private func startOver(_ kept: Range<Int64>, _ clusterID: String, _ reason: String, isSameCluster: Bool = false,
                           _ db: Database) throws -> Placement {
        if isSameCluster {
            logger.error("the log was made anew, or has lost its end: starting over and publishing again",
                         metadata: ["reason": "\(reason)"])
        } else {
            logger.notice("another cluster: starting over and publishing again", metadata: ["reason": "\(reason)", "is": "\(clusterID)"])
        }
        suspicion.withLock { $0 = nil }
        meters.restarts.add()
        status.withLock { $0.lastRestart = reason }
        let first = try Int64.fetchOne(db, sql: "SELECT min(position) FROM souk_outbox") ?? 1
        let last = try Int64.fetchOne(db, sql: "SELECT max(position) FROM souk_outbox") ?? 0
        try db.execute(sql: """
            UPDATE souk_log SET cluster_id = ?, next_offset = ?, relayed_position = ?, again_until = ?, mark_offset = NULL,
            mark_digest = NULL, asks_again = ?, sent_before = ?;
            """, arguments: [clusterID, kept.lowerBound, first - 1, kept.upperBound, isSameCluster, last])
        // The full republication covers these requests.
        try db.execute(sql: "DELETE FROM souk_republish")
        return Placement(offset: kept.lowerBound, relayed: first - 1, sentBefore: last, gap: isSameCluster)
    }

    /// Reads the record before the position and compares it with the applied one. False: the stop signal came,
    /// or the cluster may not be followed. Throws `OtherLog` if another record stands there.
    func isThere(_ mark: Mark, _ partitionReader: any PartitionReader) throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        while !stop.isRaised, !watch.clusterID.isEmpty {
            guard let record = try partitionReader.read(max: 1, wait: .milliseconds(100)).first else {
                guard .now < deadline else {
                    throw LogError(kind: .timedOut, isRetriable: true, description: "cannot read \(topic) at \(mark.offset)")
                }
                continue
            }
            if record.offset == mark.offset, record.digest == mark.digest { return true }
            let reason = "another record stands at \(mark.offset), the last that was applied"
            suspect(reason)
            throw otherLog(reason)
        }
        return false
    }

    /// A single check may meet a broker that is still recovering, so only the second one counts.
    private static let looksNeeded = 2
    private func suspect(_ reason: String) { suspicion.withLock { $0 = (reason, ($0?.looks ?? 0) + 1) } }
    private func otherLog(_ reason: String) -> OtherLog {
        OtherLog(
            description: "\(topic) is not the log that \(service)/\(partition) has followed: \(reason), in the same cluster; looking again")
    }

    // MARK: - Gaps

    func outOfRange(_ run: inout Run, _ partitionReader: any PartitionReader) throws {
        watch.refresh()
        let kept = try cluster.watermarks(topic)
        if run.next > kept.upperBound {
            // An empty cluster took over the address before the watch noticed, or the log was recreated: `placeInLog`
            // finds out which.
            throw LogError(kind: .offsetOutOfRange, isRetriable: true,
                           description: "position \(run.next) lies beyond the log's end \(kept.upperBound): looking at the cluster again")
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
        logger.error("gap: retention passed this shard by; asking the owners to publish again",
                     metadata: ["from": "\(from)", "to": "\(to)"])
        status.withLock {
            $0.healthy = false
            $0.reason = "gap \(from)..<\(to): asked the owners to publish again"
            $0.lastGap = "\(from)..<\(to)"
        }
        try db.execute(sql: "UPDATE souk_log SET next_offset = ?, asks_again = 1", arguments: [to])
    }

    /// Asks every service to send again what it retains for this topic, and for the events that come through our
    /// forwarder. A tenant's data have the same partition number in all topics of equal partition count; if counts
    /// differ, every partition is asked.
    func requestRepublish() throws {
        let owners = Set(table.handlers.keys.map { Topics.owner(of: $0) }).union(Topics.services).subtracting(["platform"])
        var topics: [(ServiceName, String)] = owners.map { ($0, topic.topic) }
        for owner in Set(table.eventsConsumed.map { Topics.owner(of: $0) }) { topics.append((owner, Topics.events(owner))) }
        try ask(topics)
        try file.pool.write { try $0.execute(sql: "UPDATE souk_log SET asks_again = 0") }
    }

    /// Asks owners to publish topics again, and notes those whose own topic the broker does not know: it may be new there.
    private func ask(_ wanted: [(owner: ServiceName, topic: String)]) throws {
        let now = clock()
        // Throws if no broker answers, and the shard asks later.
        let counts = try cluster.partitionCounts(of: Array(Set(wanted.map { Topics.commands($0.owner) }).union([topic.topic])))
        var records: [OutgoingRecord] = []
        for (owner, wanted) in wanted {
            guard let count = counts[Topics.commands(owner)] else { continue }
            let asked = count == counts[topic.topic] ? [partition] : Array(0..<Int32(count))
            records += try Republish.requests(for: wanted, to: owner, partitions: asked, from: service, partition, at: now)
        }
        if !records.isEmpty { _ = try producer.append(records, timeout: .seconds(10)) }
        try file.pool.write { db in
            for (owner, topic) in wanted {
                let sql = counts[Topics.commands(owner)] == nil
                    ? "INSERT INTO souk_unasked (owner, topic) VALUES (?, ?) ON CONFLICT DO NOTHING"
                    : "DELETE FROM souk_unasked WHERE owner = ? AND topic = ?"
                try db.execute(sql: sql, arguments: [owner.rawValue, topic])
            }
        }
    }

    /// Asks the owners whose topic no broker knew. One answer does not prove that a topic is absent, so the shard goes on
    /// asking, less and less often.
    func askAbsentOwners(_ run: inout Run) {
        guard run.nextAsk <= .now else { return }
        do {
            let absent = try file.pool.read {
                try Row.fetchAll($0, sql: "SELECT owner, topic FROM souk_unasked").map { (ServiceName($0[0] as String), $0[1] as String) }
            }
            guard !absent.isEmpty else {
                (run.askPause, run.nextAsk) = (Run.askPauseMin, .now + Run.absentLookedForEvery)
                return
            }
            run.askPause = min(run.askPause * 2, Run.askPauseMax)
            try ask(absent)
        } catch {
            logger.warning("owners cannot be asked to publish again; asking later", metadata: ["error": "\(error)"])
        }
        run.nextAsk = .now + run.askPause
    }
}
