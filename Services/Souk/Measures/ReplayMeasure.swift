import CatalogService
import CatalogSocial
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import SoukPlatform
import Storage
import Synchronization

/// How fast a service is rebuilt from its log: the catalog's own handlers over records in memory, into scratch files,
/// every partition on a thread of its own. What is measured is what a replica does when it has lost its files, less the
/// reading from the broker (which is faster by far).
package struct ReplayMeasure {
    private let definition = TenantDefinition(tenant: "bench", name: "Bench", currency: .ugx, roles: ["attendee": [], "organizer": []],
                                              plugins: ["catalog": ["event"]])
    private static let batchRecords = 512
    private static let changes = 40_000
    /// The usual number of partitions of a service.
    private static let partitions = 2

    package init() {}

    package func run(now: Timestamp) throws -> BenchReport.Replay {
        let folder = NSTemporaryDirectory() + "souk-replay-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let alone = try perSecond([try shard(folder + "/alone.sqlite", now)])
        let together = try perSecond(try (0..<Self.partitions).map { try shard(folder + "/p\($0).sqlite", now) })
        return BenchReport.Replay(messages: Self.changes * Self.partitions, perSecond: together, perSecondOfOne: alone)
    }

    /// A file that has its tenant and its events, and the log that is still to come.
    private struct Shard: Sendable {
        let file: ShardFile
        let log: [IncomingRecord]
    }

    private func shard(_ path: String, _ now: Timestamp) throws -> Shard {
        let file = try ShardFile(path: path, migrations: Catalog.contents.migrations)
        try file.pool.write { db in
            try db.execute(sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bench', 0, 'bench', 0)")
        }
        try Self.apply(try prologue(now), Self.applier(), file, reload: true)
        return Shard(file: file, log: try favorites(now))
    }
    private static func applier() -> ShardApplier {
        ShardApplier(service: Catalog.name, table: Catalog.handlerTable(), secret: ServiceSecret(Array(repeating: 7, count: 32)))
    }

    private func perSecond(_ shards: [Shard]) throws -> Double {
        defer { for shard in shards { shard.file.close() } }
        let failures = Mutex<[any Error]>([])
        let started = ContinuousClock.now
        let threads = shards.map { shard in
            BlockingThread(name: "replay") {
                do { try Self.replay(shard) } catch { failures.withLock { $0.append(error) } }
            }
        }
        for thread in threads { thread.join() }
        if let failure = failures.withLock({ $0.first }) { throw failure }
        return Double(Self.changes * shards.count) / Double((ContinuousClock.now - started).wholeMilliseconds) * 1000
    }

    private static func replay(_ shard: Shard) throws {
        let applier = applier()
        for start in stride(from: 0, to: shard.log.count, by: batchRecords) {
            try apply(Array(shard.log[start..<min(start + batchRecords, shard.log.count)]), applier, shard.file, reload: start == 0)
        }
    }

    private static func apply(_ records: [IncomingRecord], _ applier: ShardApplier, _ file: ShardFile, reload: Bool) throws {
        try file.pool.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try applier.begin(db, reload: reload)
                for record in records { try applier.apply(record, in: db) }
                try applier.finish(db)
                return .commit
            }
        }
        let outcome = applier.outcome
        guard outcome.applied == records.count else {
            throw Installation.Invalid(
                description: "replay: \(records.count - outcome.applied) of \(records.count) messages were not applied")
        }
    }

    private func prologue(_ now: Timestamp) throws -> [IncomingRecord] {
        try [record(0, ApplyTenant(definition), now, user: nil)] + (1...BenchScript.eventCount).map {
            try record($0, BenchSeed.event($0, now), now, user: nil)
        }
    }

    /// On and off, so that every message changes rows and publishes.
    private func favorites(_ now: Timestamp) throws -> [IncomingRecord] {
        let pairs = BenchScript.userCount * BenchScript.eventCount
        return try (0..<Self.changes).map { n in
            let event = EventID(DemoID.event(n % pairs % BenchScript.eventCount + 1))
            let user = User.ID(DemoID.user(n % pairs / BenchScript.eventCount + 1))
            let marks = n / pairs % 2 == 0
            let offset = 1000 + n
            return marks ? try record(offset, MarkFavorite(eventId: event), now, user: user) : try record(offset,
                UnmarkFavorite(eventId: event), now, user: user)
        }
    }

    private func record(_ offset: Int, _ message: some Message, _ now: Timestamp, user: User.ID?) throws -> IncomingRecord {
        let time = now + .milliseconds(offset)
        let envelope = Envelope(id: DeterministicID.make(at: time, "bench", String(offset)), type: type(of: message).type,
                                source: "/gateway/0", time: time, tenant: definition.tenant, correlationID: "bench-\(offset)",
                                principal: user.map { Principal(userID: $0, roles: ["attendee"], sessionID: "bench") },
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil), attributes: ["language": "en"],
                                value: try JSON.encode(message))
        let sent = envelope.record(for: Topics.commands(Catalog.name))
        return IncomingRecord(topic: sent.topic, partition: 0, offset: Int64(offset), timestamp: now, key: sent.key, value: sent.value,
                              headers: sent.headers)
    }
}
