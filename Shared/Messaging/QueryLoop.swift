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
    private let crashes: CrashLedger?
    private let tenantSecrets: TenantSecrets
    private let memory = QueryMemory()
    private let answered: Metrics.Counter
    private let failed: Metrics.Counter
    private let late: Metrics.Counter

    public init(service: ServiceName, partition: Int32, file: ShardFile, watch: ClusterWatch, reader: any LogReader,
                producer: any LogProducer, table: HandlerTable,
                secret: ServiceSecret, clock: @escaping @Sendable () -> Timestamp, metrics: Metrics, logger: Logger, stop: StopSignal,
                tenantSecrets: TenantSecrets = TenantSecrets(environment: [:], dataDirectory: "."), crashes: CrashLedger? = nil) {
        (self.crashes, self.tenantSecrets) = (crashes, tenantSecrets)
        (self.service, self.partition, self.file, self.watch, self.reader, self.producer) =
            (service, partition, file, watch, reader, producer)
        (self.table, self.secret, self.clock, self.logger, self.stop) = (table, secret, clock, logger, stop)
        health = LoopHealth("queries of partition \(partition)")
        answered = metrics.counter("souk_queries_total", "Queries answered.", ("partition", String(partition)))
        late = metrics.counter("souk_queries_timed_out_total", "Queries that were ended because they took too long.",
                               ("partition", String(partition)))
        failed = metrics.counter("souk_queries_failed_total", "Queries that met a defect.", ("partition", String(partition)))
    }

    public func run() {
        let inHand = crashes?.place()
        defer { if let inHand { crashes?.give(back: inHand) } }
        var tenants: Definitions = [:]
        let slow = SlowQueries { self.answerAlone($0) }
        PartitionLoop(reader: reader, partition: TopicPartition(Topics.queries(service), partition), start: { _ in .end }, restart: .end,
                      recordsMax: Self.batchMax, watch: watch, health: health, logger: logger, stop: stop).run { records, _, _ in
            answer(records, &tenants, slow, inHand)
            return true
        }
        slow.end()
    }

    private typealias Definitions = [TenantID: (revision: Int, definition: TenantDefinition)]

    private func answer(_ records: [IncomingRecord], _ tenants: inout Definitions, _ slow: SlowQueries, _ inHand: CrashLedger.Place?) {
        let now = clock()
        var replies: [OutgoingRecord] = [], strangers: [OutgoingRecord] = []
        var known = tenants, hasSnapshot = false
        do {
            // One snapshot for the whole batch: every writer's commit before this moment is seen.
            try file.pool.read { db in
                hasSnapshot = true
                for record in records where now - record.timestamp < Self.staleAfter {
                    do throws(Envelope.Malformed) {
                        let envelope = try Envelope(record)
                        guard envelope.replyTo != nil else { throw Envelope.Malformed("a query that wants no answer") }
                        if let reply = self.answerQuickly(envelope, db, &known, slow, inHand).flatMap({ self.record($0, to: envelope) }) {
                            replies.append(reply)
                        }
                    } catch {
                        // No question, or nobody to answer: the writer puts it aside like every other such record.
                        strangers.append(
                            Envelope.putAside(record, to: TopicPartition(Topics.commands(service), partition), because: error.description))
                    }
                }
            }
        } catch {
            logger.error("the file cannot be read", metadata: ["error": "\(error)"])
            // With a snapshot every query is answered or waits for a slow reader; without one nobody waits for the time limit.
            if !hasSnapshot { replies = records.compactMap { unreadable($0, at: now) } }
        }
        tenants = known
        for record in replies + strangers { try? producer.enqueue(record) }
        answered.add(replies.count)
    }

    private static let fileFails =
        Reply(Rejection(503, "service-unavailable", "The data cannot be read right now. Try again.", retryAfter: .seconds(5)))

    /// The refusal of a query whose file fails. Nil: nobody waits for the answer.
    private func unreadable(_ record: IncomingRecord, at now: Timestamp) -> OutgoingRecord? {
        guard now - record.timestamp < Self.staleAfter, let envelope = try? Envelope(record) else { return nil }
        return self.record(Self.fileFails, to: envelope)
    }

    private func record(_ reply: Reply, to envelope: Envelope) -> OutgoingRecord? {
        envelope.replyTo.map { reply.record(to: $0, causedBy: envelope, source: "/\(service)", replayed: false) }
    }

    /// A query that takes longer runs again on a separate thread, so that it does not delay others.
    private static let quickLimit: Duration = .milliseconds(50)
    /// Shorter than the time after which a gateway asks again.
    private static let timeLimit: Duration = .seconds(2)

    /// Nil: the answer comes later.
    private func answerQuickly(_ envelope: Envelope, _ db: Database, _ tenants: inout Definitions, _ slow: SlowQueries,
                               _ inHand: CrashLedger.Place?) -> Reply? {
        if !slow.has(envelope.type, of: envelope.tenant),
            let reply = answerGuarded(envelope, db, &tenants, inHand, within: Self.quickLimit) { return reply }
        return slow.add(envelope)
            ? nil : Reply(Rejection(503, "service-unavailable", "Too much is asked at once. Try again.", retryAfter: .seconds(2)))
    }

    private func answerAlone(_ envelope: Envelope) {
        let place = crashes?.place()
        defer { if let place { crashes?.give(back: place) } }
        var tenants: Definitions = [:]
        var reply: Reply?
        do {
            let deadline = ContinuousClock.now + Self.timeLimit
            // A snapshot that is older than the memory of queries gives way to a newer one.
            repeat {
                reply = try file.pool.read { db in answerGuarded(envelope, db, &tenants, place, within: Self.timeLimit, mayWait: true) }
            } while reply == nil && ContinuousClock.now < deadline
            if reply == nil {
                late.add()
                let about: Logger.Metadata = ["type": "\(envelope.type)", "tenant": "\(envelope.tenant)", "id": "\(envelope.id)"]
                logger.warning("a query was ended because it took too long", metadata: about)
            }
        } catch {
            logger.error("the file cannot be read", metadata: ["error": "\(error)"])
            reply = Self.fileFails
        }
        guard let record = record(reply ?? Self.tookTooLong, to: envelope) else { return }
        do {
            try producer.enqueue(record)
            answered.add()
        } catch {
            logger.error("an answer cannot be sent", metadata: ["error": "\(error)"])
        }
    }
    private static let tookTooLong =
        Reply(Rejection(503, "service-unavailable", "This took too long. Ask for less, or try again.", retryAfter: .seconds(5)))

    /// A query that crashed the process is sent again under the same or another id, so its content and its principal
    /// identify it.
    private func answerGuarded(_ envelope: Envelope, _ db: Database, _ tenants: inout Definitions, _ place: CrashLedger.Place?,
                               within limit: Duration, mayWait: Bool = false) -> Reply? {
        guard let crashes, let place else { return answer(envelope, db, &tenants, within: limit, mayWait: mayWait) }
        let key = CrashLedger.Key(.query, Array(envelope.type.rawValue.utf8), Array(envelope.tenant.rawValue.utf8),
                                  Array((envelope.principal?.userID.rawValue ?? "").utf8), envelope.value)
        if crashes.isRefused(key) {
            failed.add()
            return .internalError
        }
        place.hold(key)
        let reply = answer(envelope, db, &tenants, within: limit, mayWait: mayWait)
        place.release()
        if reply != nil { crashes.forget(key) }
        return reply
    }

    /// Nil: the query exceeds the limit, or waits for another one.
    private func answer(_ envelope: Envelope, _ db: Database, _ tenants: inout Definitions, within limit: Duration,
                        mayWait: Bool) -> Reply? {
        do {
            return try db.limited(to: limit) { try answer(envelope, db, &tenants, mayWait: mayWait) }
        } catch is QueryMemory.Busy {
            return nil
        } catch let rejection as Rejection {
            return Reply(rejection)
        } catch let error as DecodingError {
            return Reply(error.asRejection)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            return nil
        } catch let error as DatabaseError where error.isInfrastructure {
            logger.error("the file cannot be read",
                         metadata: ["type": "\(envelope.type)", "error": "\(error)", "id": "\(envelope.id)"])
            return Self.fileFails
        } catch {
            failed.add()
            logger.error("a query met a defect", metadata: ["type": "\(envelope.type)", "error": "\(error)", "id": "\(envelope.id)"])
            return .internalError
        }
    }

    private func answer(_ envelope: Envelope, _ db: Database, _ tenants: inout Definitions, mayWait: Bool) throws -> Reply {
        if envelope.type == TenantState.type { return try TenantState.answer(envelope, db) }
        guard let reader = table.readers[envelope.type] else { return Reply(.notFound) }
        guard let row = try Row.fetchOne(try db.cachedStatement(sql: "SELECT last_time, revision FROM souk_tenant WHERE tenant = ?"),
                                         arguments: [envelope.tenant.rawValue])
        else { return .notSetUp }
        let revision: Int = row[1]
        if tenants[envelope.tenant]?.revision != revision {
            guard let stored = try Data.fetchOne(db, sql: "SELECT definition FROM souk_tenant WHERE tenant = ?",
                                                 arguments: [envelope.tenant.rawValue])
            else { return Reply(.notFound) }
            tenants[envelope.tenant] = (revision, try JSON.decode(TenantDefinition.self, from: [UInt8](stored)))
        }
        guard let definition = tenants[envelope.tenant]?.definition else { return Reply(.notFound) }
        let now = max(envelope.time, Timestamp(millisecondsSinceEpoch: row[0]))
        Failpoint.trap(on: envelope.type, envelope.value)
        return try reader(QueryContext(database: db, envelope: envelope, now: now, definition: definition, secret: secret,
                                       extensions: table.extensions, memory: memory, mayWait: mayWait, tenantSecrets: tenantSecrets))
    }
}

/// "Has this service set up the tenant?": the gateway asks before it reports ready.
public enum TenantState {
    public static let type: MessageType = "platform.tenant-state.v1"

    /// Answers 204 once the file has the tenant's definition, which writer, intake and queries all use; before that
    /// 503, like every request.
    static func answer(_ envelope: Envelope, _ db: Database) throws -> Reply {
        let sql = "SELECT EXISTS (SELECT 1 FROM souk_tenant WHERE tenant = ? AND definition IS NOT NULL)"
        let isSetUp = try Bool.fetchOne(try db.cachedStatement(sql: sql), arguments: [envelope.tenant.rawValue]) ?? false
        return isSetUp ? Reply(status: 204, body: []) : .notSetUp
    }
}

extension Reply {
    /// The answer to requests of a tenant whose definition has not arrived.
    static let notSetUp = Reply(.tenantNotSetUp)
}

extension Rejection {
    /// Refuses the requests of a tenant until its definition has come.
    static let tenantNotSetUp = Rejection(503, "service-unavailable", "This app is not set up here yet.", retryAfter: .seconds(1))
}
