import CatalogService
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage

/// How fast a shard is rebuilt from its log: the catalog's own handlers over records in memory, into a scratch file.
/// What is measured is what a replica does when it has lost its file, less the reading from the broker (which is faster by far).
struct ReplayMeasure {
    static let name = "replay"
    private let definition = TenantDefinition(tenant: "bench", name: "Bench", currency: .ugx, roles: ["attendee": [], "organizer": []], plugins: ["catalog": ["event"]])
    private static let batchRecords = 512
    private static let changes = 40_000

    struct Result: Codable, Sendable {
        let messages: Int
        let perSecond: Double
    }

    func run(now: Timestamp) throws -> Result {
        let folder = NSTemporaryDirectory() + "souk-replay-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        try file.pool.write { db in
            try db.execute(sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bench', 0, 'bench', 0)")
        }
        let applier = ShardApplier(service: Catalog.name, table: Catalog.handlerTable(), secret: ServiceSecret(Array(repeating: 7, count: 32)))
        try apply(try prologue(now), applier, file)
        let log = try favorites(now)
        let started = ContinuousClock.now
        for start in stride(from: 0, to: log.count, by: Self.batchRecords) {
            try apply(Array(log[start..<min(start + Self.batchRecords, log.count)]), applier, file)
        }
        return Result(messages: log.count, perSecond: Double(log.count) / Double((ContinuousClock.now - started).wholeMilliseconds) * 1000)
    }

    private func apply(_ records: [IncomingRecord], _ applier: ShardApplier, _ file: ShardFile) throws {
        try file.pool.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                try applier.begin(db, reload: false)
                for record in records { try applier.apply(record, in: db) }
                try applier.finish(db)
                return .commit
            }
        }
        let outcome = applier.outcome
        guard outcome.applied == records.count else {
            throw Installation.Invalid(description: "replay: \(records.count - outcome.applied) of \(records.count) messages were not applied")
        }
    }

    private func prologue(_ now: Timestamp) throws -> [IncomingRecord] {
        try [record(0, ApplyTenant(definition), now, user: nil)] + (1...BenchScript.eventCount).map { try record($0, BenchSeed.event($0, now), now, user: nil) }
    }

    /// On and off, so that every message changes rows and publishes.
    private func favorites(_ now: Timestamp) throws -> [IncomingRecord] {
        let pairs = BenchScript.userCount * BenchScript.eventCount
        return try (0..<Self.changes).map { n in
            let event = EventID(DemoID.event(n % pairs % BenchScript.eventCount + 1))
            let user = User.ID(DemoID.user(n % pairs / BenchScript.eventCount + 1))
            let marks = n / pairs % 2 == 0
            let offset = 1000 + n
            return marks ? try record(offset, MarkFavorite(eventId: event), now, user: user) : try record(offset, UnmarkFavorite(eventId: event), now, user: user)
        }
    }

    private func record(_ offset: Int, _ message: some Message, _ now: Timestamp, user: User.ID?) throws -> IncomingRecord {
        let time = now + .milliseconds(offset)
        let envelope = Envelope(id: DeterministicID.make(at: time, "bench", String(offset)), type: type(of: message).type, source: "/gateway/0", time: time,
                                tenant: definition.tenant, correlationID: "bench-\(offset)",
                                principal: user.map { Principal(userID: $0, roles: ["attendee"], sessionID: "bench") },
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil), attributes: ["language": "en"], value: try JSON.encode(message))
        let sent = envelope.record(for: Topics.commands(Catalog.name))
        return IncomingRecord(topic: sent.topic, partition: 0, offset: Int64(offset), timestamp: now, key: sent.key, value: sent.value, headers: sent.headers)
    }
}
