import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage

/// Replays one shard's log beside the live file.
package struct ShardVerification {
    let installation: Installation
    let partition: Int32
    let folder: String
    let keepsScratch: Bool

    /// - Parameters:
    ///   - folder: of the service's files.
    ///   - keepsScratch: whether the rebuilt file stays for a closer look.
    package init(installation: Installation, partition: Int32, folder: String, keepsScratch: Bool) {
        (self.installation, self.partition, self.folder, self.keepsScratch) = (installation, partition, folder, keepsScratch)
    }

    private struct LogPosition {
        let clusterID: String
        let position: Int64
    }
    private struct Difference {
        let table: String
        let rows: (live: Int, rebuilt: Int)
        let isSame: Bool
    }

    /// True when anything differs.
    package func run<Service: PlatformService>(_ service: Service.Type) throws -> Bool {
        let scratch = NSTemporaryDirectory() + "souk-verify-\(getpid())-\(Service.name)-\(partition)"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        defer { if !keepsScratch { try? FileManager.default.removeItem(atPath: scratch) } }
        let live = scratch + "/live.sqlite"
        let liveFile = try DatabaseQueue.reading("\(folder)/p\(partition).sqlite")
        try liveFile.unsafeReentrantRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [live]) }
        let target = try place(of: live)
        let cluster = installation.cluster(name: "verify")
        guard try cluster.clusterID(timeout: .seconds(10)) == target.clusterID else {
            throw Installation.Invalid(
                description: "\(folder)/p\(partition).sqlite follows another cluster than \(installation.bootstrapServers)")
        }
        let topic = TopicPartition(Topics.commands(Service.name), partition)
        let kept = try cluster.watermarks(topic)
        let reader = try cluster.makeReader(name: "verify", group: nil)
        defer { reader.close() }
        for (attempt, start) in try startingPoints(kept, target).enumerated() {
            let path = "\(scratch)/rebuilt-\(attempt).sqlite"
            if let snapshot = start.snapshot { try FileManager.default.copyItem(atPath: snapshot, toPath: path) }
            let rebuilt = try ShardFile(path: path, migrations: Service.contents.migrations)
            defer { rebuilt.close() }
            try copySkipped(from: DatabaseQueue.reading(live), to: rebuilt)
            try replay(service, into: rebuilt, topic, start.position..<target.position, reader, clusterID: target.clusterID)
            if start.snapshot == nil, try hasOlderHistory(live: DatabaseQueue.reading(live), rebuilt: rebuilt) { continue }
            let differences = try compare(live: DatabaseQueue.reading(live), rebuilt: rebuilt)
            report(Service.name, start.snapshot, start.position..<target.position, differences)
            if keepsScratch { Terminal.say("scratch files: \(scratch)") }
            return differences.contains { !$0.isSame }
        }
        throw Installation.Invalid(description: """
            the log of \(topic) does not hold the whole history of the file (it starts at \(kept.lowerBound), or the file followed another \
            cluster before), \
            and no snapshot lies between; take one now (souk snapshot \(Service.name)) and verify later
            """)
    }

    private func place(of path: String) throws -> LogPosition {
        try DatabaseQueue.reading(path).read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT cluster_id, next_offset FROM souk_log") else {
                return LogPosition(clusterID: "", position: 0)
            }
            return LogPosition(clusterID: row[0], position: row[1])
        }
    }

    /// Empty where the log is whole, else the snapshots of this cluster that the log continues, newest first.
    private func startingPoints(_ kept: Range<Int64>, _ target: LogPosition) throws -> [(snapshot: String?, position: Int64)] {
        var points: [(snapshot: String?, position: Int64)] = kept.lowerBound == 0 ? [(nil, 0)] : []
        for path in ShardFile.snapshots(in: "\(folder)/snapshots/p\(partition)").reversed() {
            let place = try place(of: path)
            if place.clusterID == target.clusterID, place.position >= kept.lowerBound, place.position <= target.position {
                points.append((path, place.position))
            }
        }
        return points
    }

    /// The live file knows messages that are not in this log: it followed another cluster before, and the log alone cannot make it again.
    private func hasOlderHistory(live: DatabaseQueue, rebuilt: ShardFile) throws -> Bool {
        let sql = "SELECT tenant || '/' || id FROM souk_inbox"
        let known = try rebuilt.pool.read { try String.fetchSet($0, sql: sql) }
        return try !live.read { try String.fetchSet($0, sql: sql) }.isSubset(of: known)
    }

    /// The log does not contain which messages the shard skipped after crashes, so copy these rows from the live file.
    private func copySkipped(from live: DatabaseQueue, to rebuilt: ShardFile) throws {
        guard try live.read({ try $0.tableExists("souk_skipped_message") }) else { return }
        let rows = try live.read { try Row.fetchAll($0, sql: "SELECT tenant, id, record_offset, reason FROM souk_skipped_message") }
        try rebuilt.pool.write { db in
            for row in rows {
                try db.execute(sql: "INSERT OR IGNORE INTO souk_skipped_message VALUES (?, ?, ?, ?)",
                               arguments: StatementArguments(row.databaseValues))
            }
        }
    }

    private static let batchRecordsMax = 500

    private func replay<Service: PlatformService>(_: Service.Type, into file: ShardFile, _ topic: TopicPartition, _ range: Range<Int64>,
                                                  _ reader: any LogReader, clusterID: String) throws {
        var settings = try ServiceSettings.fromEnvironment(installation.environment)
        settings.dataDirectory = installation.dataDirectory
        let secret = try ServiceSecret.load(service: Service.name, settings: settings)
        let applier = ShardApplier(service: Service.name, table: Service.handlerTable(), secret: secret, retention: settings.retention)
        try file.pool.write { db in
            try db.execute(sql: "INSERT OR IGNORE INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, ?, ?, ?, 0)",
                           arguments: [topic.topic, topic.partition, clusterID])
        }
        let bar = ProgressBar("replay \(topic)", total: range.count)
        var batch: [IncomingRecord] = []
        func apply() throws {
            guard !batch.isEmpty else { return }
            try file.pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try applier.begin(db, reload: false)
                    for record in batch { try applier.apply(record, in: db) }
                    try applier.finish(db)
                    return .commit
                }
            }
            bar.advance(by: batch.count)
            batch.removeAll(keepingCapacity: true)
        }
        try TopicReading.read(topic, range, reader) { record in
            batch.append(record)
            if batch.count == Self.batchRecordsMax { try apply() }
        }
        try apply()
        bar.finish()
    }

    // MARK: - Comparing

    /// Rows that housekeeping removes by age are compared from the oldest one that both still have.
    private static let ages = ["souk_inbox": "received_at", "souk_outbox": "time"]

    private func compare(live: DatabaseQueue, rebuilt: ShardFile) throws -> [Difference] {
        let tables = try live.read { try ShardContents.tables($0) }
        return try tables.map { table in
            var condition = "1"
            if let column = Self.ages[table] {
                let sql = "SELECT min(\(column)) FROM \(table)"
                let oldest = [try live.read { try Int64.fetchOne($0, sql: sql) },
                              try rebuilt.pool.read { try Int64.fetchOne($0, sql: sql) }].compactMap { $0 }.max()
                condition = oldest.map { "\(column) >= \($0)" } ?? "1"
            }
            // What the log did not take (partition -1) is a fact of that hour's brokers, not of this log.
            if table == "souk_dead_letter" { condition = "partition >= 0" }
            let mine = try live.read { try ShardContents.digest(of: table, where: condition, $0) }
            let theirs = try rebuilt.pool.read { try ShardContents.digest(of: table, where: condition, $0) }
            return Difference(table: table, rows: (mine.rows, theirs.rows), isSame: mine.digest == theirs.digest)
        }
    }

    private func report(_ service: ServiceName, _ snapshot: String?, _ range: Range<Int64>, _ differences: [Difference]) {
        Terminal.say("""
            \(service)/\(partition): \(range.count) messages replayed from \
            \(snapshot.map { "the snapshot \($0)" } ?? "the beginning of the log")
            """)
        var table = TextTable("table", "rows", "rebuilt", "")
        for difference in differences {
            table.add(difference.table, String(difference.rows.live), String(difference.rows.rebuilt),
                      difference.isSame ? Terminal.painted("same", .green) : Terminal.painted("DIFFERENT", .red))
        }
        Terminal.say(table.text)
    }
}
