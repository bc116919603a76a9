import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import SoukPlatform
import Storage

/// A shard in a scratch folder: a service's own handlers over records in memory, and its own queries.
final class MeasuredShard<Service: PlatformService> {
    let file: ShardFile
    private let definition: TenantDefinition
    private let applier: ShardApplier
    private let readers = Service.handlerTable().readers
    private let folder: String
    private let secret = ServiceSecret(Array(repeating: 7, count: 32))
    private let memory = QueryMemory()
    private var offset = 0, asked = 0
    private static var batchRecords: Int { 512 }

    /// - Parameter name: of the folder, and of the measure in errors.
    init(_ definition: TenantDefinition, named name: String, now: Timestamp) throws {
        folder = NSTemporaryDirectory() + "souk-\(name)-\(getpid())"
        self.definition = definition
        file = try ShardFile(path: folder + "/p0.sqlite", migrations: Service.contents.migrations)
        applier = ShardApplier(service: Service.name, table: Service.handlerTable(), secret: secret)
        try file.pool.write { db in
            try db.execute(sql: "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, 'bench', 0, 'bench', 0)")
        }
        try apply([ApplyTenant(definition)], at: now)
    }
    func close() {
        file.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// In batches, as the writer does. Answers the seconds it took, less the making of the records.
    @discardableResult
    func apply(_ messages: [any Message], at now: Timestamp, as user: Principal? = nil) throws -> Double {
        let records = try messages.map { try record($0, now, user) }
        var applied = 0
        let started = ContinuousClock.now
        for start in stride(from: 0, to: records.count, by: Self.batchRecords) {
            try file.pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try applier.begin(db, reload: false)
                    for record in records[start..<min(start + Self.batchRecords, records.count)] { try applier.apply(record, in: db) }
                    try applier.finish(db)
                    return .commit
                }
            }
            applied += applier.outcome.applied
        }
        let spent = (ContinuousClock.now - started).inSeconds
        guard applied == records.count else {
            throw Installation.Invalid(
                description: "\(Service.name): \(records.count - applied) of \(records.count) messages were not applied")
        }
        return spent
    }

    private func record(_ message: any Message, _ now: Timestamp, _ user: Principal?) throws -> IncomingRecord {
        offset += 1
        let envelope = Envelope(id: DeterministicID.make("bench", String(offset)), type: Swift.type(of: message).type, source: "/bench",
                                time: now, tenant: definition.tenant, correlationID: "bench-\(offset)", principal: user,
                                replyTo: user.map { _ in ReplyAddress(partition: 0, sealingKey: nil) }, value: try JSON.encode(message))
        let sent = envelope.record(for: Topics.commands(Service.name))
        return IncomingRecord(topic: sent.topic, partition: 0, offset: Int64(offset), timestamp: now, key: sent.key, value: sent.value,
                              headers: sent.headers)
    }

    /// From the parsed request to the bytes of the body. Answers the seconds it took and the body.
    func ask(_ type: MessageType, _ parameters: JSONValue, as user: Principal, at now: Timestamp) throws -> (
        took: Double, body: JSONValue) {
        guard let reader = readers[type] else { throw Installation.Invalid(description: "\(Service.name) has no query \(type)") }
        asked += 1
        let envelope = Envelope(id: DeterministicID.make("question", String(asked)), type: type, source: "/gateway/0", time: now,
                                tenant: definition.tenant, correlationID: "question-\(asked)", principal: user,
                                replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(parameters))
        return try file.pool.read { db in
            let started = ContinuousClock.now
            let reply = try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret,
                                                memory: memory))
            let took = (ContinuousClock.now - started).inSeconds
            guard reply.status == 200 else { throw Installation.Invalid(description: "\(type) was answered \(reply.status)") }
            return (took, try JSON.decode(JSONValue.self, from: reply.body))
        }
    }
}
