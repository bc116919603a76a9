import Contracts
import Foundation
import GRDB
import Kernel
import Logging
import Storage

/// Answers the queries of one partition from snapshots of its file, without the writer. Runs on a thread of its own.
public final class QueryLoop: Sendable {
    private static let batchMax = 256
    /// A question older than this has been asked again or given up.
    private static let staleAfter: Duration = .seconds(30)

    private let service: ServiceName
    private let partition: Int32
    private let file: ShardFile
    private let reader: any LogReader
    private let producer: any LogProducer
    private let table: HandlerTable
    private let secret: ServiceSecret
    private let watch: ClusterWatch
    private let clock: @Sendable () -> Timestamp
    private let logger: Logger
    private let stop: StopSignal
    public let health: LoopHealth
    private let answered: Metrics.Counter
    private let failed: Metrics.Counter

    public init(service: ServiceName, partition: Int32, file: ShardFile, watch: ClusterWatch, reader: any LogReader, producer: any LogProducer, table: HandlerTable,
                secret: ServiceSecret, clock: @escaping @Sendable () -> Timestamp, metrics: Metrics, logger: Logger, stop: StopSignal) {
        (self.service, self.partition, self.file, self.watch, self.reader, self.producer) = (service, partition, file, watch, reader, producer)
        (self.table, self.secret, self.clock, self.logger, self.stop) = (table, secret, clock, logger, stop)
        health = LoopHealth("queries of partition \(partition)")
        answered = metrics.counter("souk_queries_total", "Queries answered.", ("partition", String(partition)))
        failed = metrics.counter("souk_queries_failed_total", "Queries that met a defect.", ("partition", String(partition)))
    }

    public func run() {
        var tenants: [TenantID: (revision: Int, definition: TenantDefinition)] = [:]
        PartitionLoop(reader: reader, partition: TopicPartition(Topics.queries(service), partition), start: .end, restart: .end, recordsMax: Self.batchMax,
                      watch: watch, health: health, logger: logger, stop: stop).run { records, _ in answer(records, &tenants) }
    }

    private func answer(_ records: [IncomingRecord], _ tenants: inout [TenantID: (revision: Int, definition: TenantDefinition)]) {
        let now = clock()
        var replies: [OutgoingRecord] = [], strangers: [OutgoingRecord] = []
        var known = tenants
        do {
            // One snapshot for the whole batch: every writer's commit before this moment is seen.
            try file.pool.read { db in
                for record in records where now - record.timestamp < Self.staleAfter {
                    do throws(Envelope.Malformed) {
                        let envelope = try Envelope(record)
                        guard let address = envelope.replyTo else { throw Envelope.Malformed("a query that wants no answer") }
                        let reply = self.answer(envelope, db, &known)
                        replies.append(reply.record(to: address, causedBy: envelope, source: "/\(self.service)", replayed: false))
                    } catch {
                        // No question, or nobody to answer: the writer puts it aside like every other such record.
                        strangers.append(Envelope.putAside(record, to: TopicPartition(Topics.commands(service), partition), because: error.description))
                    }
                }
            }
        } catch {
            logger.error("the file cannot be read", metadata: ["error": "\(error)"])
        }
        tenants = known
        for record in replies + strangers { try? producer.enqueue(record) }
        answered.add(replies.count)
    }

    private func answer(_ envelope: Envelope, _ db: Database, _ tenants: inout [TenantID: (revision: Int, definition: TenantDefinition)]) -> Reply {
        do {
            if envelope.type == ReplyOf.type { return try ReplyOf.answer(envelope, db, secret: secret) }
            guard let reader = table.readers[envelope.type] else { return Reply(.notFound) }
            guard let row = try Row.fetchOne(try db.cachedStatement(sql: "SELECT last_time, revision FROM souk_tenant WHERE tenant = ?"), arguments: [envelope.tenant.rawValue])
            else { return Reply(Rejection(503, "service-unavailable", "This app is not set up here yet.", retryAfter: .seconds(1))) }
            let revision: Int = row[1]
            if tenants[envelope.tenant]?.revision != revision {
                guard let stored = try Data.fetchOne(db, sql: "SELECT definition FROM souk_tenant WHERE tenant = ?", arguments: [envelope.tenant.rawValue]) else { return Reply(.notFound) }
                tenants[envelope.tenant] = (revision, try JSON.decode(TenantDefinition.self, from: [UInt8](stored)))
            }
            guard let definition = tenants[envelope.tenant]?.definition else { return Reply(.notFound) }
            let now = max(envelope.time, Timestamp(millisecondsSinceEpoch: row[0]))
            return try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret))
        } catch let rejection as Rejection {
            return Reply(rejection)
        } catch let error as DecodingError {
            return Reply(error.asRejection)
        } catch {
            failed.add()
            logger.error("a query met a defect", metadata: ["type": "\(envelope.type)", "error": "\(error)", "id": "\(envelope.id)"])
            return .internalError
        }
    }
}

/// "What became of this request?": the gateway asks when a client polls an operation whose reply it has not seen.
public enum ReplyOf {
    public static let type: MessageType = "platform.reply-of.v1"
    struct Question: Decodable { let id: String }

    /// 200 with `{"state": "unknown" | "pending" | "done", "status", "body", "location"}`; only for the principal that asked the first time.
    static func answer(_ envelope: Envelope, _ db: Database, secret: ServiceSecret) throws -> Reply {
        let question = try JSON.decode(Question.self, from: envelope.value)
        let row = try Row.fetchOne(db, sql: "SELECT principal, reply_status, reply_body, reply_headers, reply_secret FROM souk_inbox WHERE tenant = ? AND id = ?",
                                   arguments: [envelope.tenant.rawValue, question.id])
        guard let row, (row[0] as String?) == envelope.principal?.userID.rawValue else {
            return Reply(status: 200, body: try JSON.encode(JSONValue.object(["state": "unknown"])))
        }
        guard let status: Int = row[1] else { return Reply(status: 200, body: try JSON.encode(JSONValue.object(["state": "pending"]))) }
        let stored = StoredReply(body: (row[2] as Data?).map { [UInt8]($0) } ?? [], headers: row[3])
        let reply = try stored.reply(status: status, isSecret: row[4], messageID: question.id, secret: secret)
        var members: [String: JSONValue] = ["state": "done", "status": .int(status)]
        if !reply.body.isEmpty, reply.contentType == nil { members["body"] = try JSON.decode(JSONValue.self, from: reply.body) }
        if let location = reply.location { members["location"] = .string(location) }
        return Reply(status: 200, body: try JSON.encode(JSONValue.object(members)), isSecret: reply.isSecret)
    }
}
