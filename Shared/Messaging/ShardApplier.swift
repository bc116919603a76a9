import Contracts
import Foundation
import GRDB
import Kernel
import Storage

/// Applies messages to one shard's file, each in a savepoint: inbox, handler, rows, outbox, timers, stored answer.
/// Used by one thread at a time, inside a write transaction it is handed. The log, the relay and the clock are somebody else's.
public final class ShardApplier {
    /// What leaves the shard once the transaction is committed.
    public struct Outcome {
        public struct Answer { public let address: ReplyAddress; public let record: OutgoingRecord }
        public var answers: [Answer] = []
        /// Rows of the outbox in their order, ready to go out without being read again.
        var outgoing: [OutboxRelay.Row] = []
        public var touchedTimers = false
        public var applied = 0
        public var duplicates = 0
        public var rejected = 0
        public var deadLettered = 0
    }

    public let service: ServiceName
    let table: HandlerTable
    private let secret: ServiceSecret
    private let source: String
    var tenants: [TenantID: TenantState] = [:]
    var dirtyTenants: Set<TenantID> = []
    /// There may be letters in the file: only then is it worth looking for one whose message is taken at last.
    private var hasLetters = true
    public internal(set) var outcome = Outcome()
    /// Set when the relay must read its place from the file again.
    public var rewindRelay = false

    struct TenantState {
        var definition: TenantDefinition?
        var lastTime: Timestamp
        var clockOffset: Duration
    }

    public init(service: ServiceName, table: HandlerTable, secret: ServiceSecret) {
        (self.service, self.table, self.secret) = (service, table, secret)
        source = "/\(service)"
    }

    // MARK: - A batch

    /// Starts a transaction's worth of messages. After a failed transaction `reload` must be true: memory is behind nothing the file says.
    public func begin(_ db: Database, reload: Bool) throws {
        outcome = Outcome()
        if reload || tenants.isEmpty {
            try loadTenants(db)
            hasLetters = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_dead_letter)") ?? true
        }
        dirtyTenants.removeAll(keepingCapacity: true)
    }

    /// Writes what belongs to the batch as a whole. Part of the same transaction.
    public func finish(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE souk_tenant SET last_time = ? WHERE tenant = ?")
        for tenant in dirtyTenants {
            guard let state = tenants[tenant] else { continue }
            try statement.run([state.lastTime.millisecondsSinceEpoch, tenant.rawValue])
        }
    }

    /// Offsets of the virtual clocks, for the timer driver.
    public func clockOffsets() -> [TenantID: Duration] { tenants.mapValues(\.clockOffset) }

    private func loadTenants(_ db: Database) throws {
        tenants.removeAll()
        for row in try Row.fetchAll(db, sql: "SELECT tenant, definition, last_time, clock_offset FROM souk_tenant") {
            let definition: [UInt8]? = (row[1] as Data?).map { [UInt8]($0) }
            tenants[TenantID(unchecked: row[0])] = TenantState(
                definition: try definition.map { try JSON.decode(TenantDefinition.self, from: $0) },
                lastTime: Timestamp(millisecondsSinceEpoch: row[2]), clockOffset: .milliseconds(row[3] as Int64))
        }
    }

    // MARK: - One record

    /// Applies one record. Throws only what the whole shard must stop for (disk full, I/O); everything else becomes an answer or a dead letter.
    public func apply(_ record: IncomingRecord, in db: Database) throws {
        let envelope: Envelope
        do throws(Envelope.Malformed) {
            envelope = try Envelope(record)
        } catch {
            try bury(record, envelope: nil, reason: error.description, in: db)
            return
        }
        if let stored = try storedAnswer(envelope.id, of: envelope.tenant, in: db) ?? earlierAnswer(envelope, in: db) {
            outcome.duplicates += 1
            try repeatAnswer(stored, to: envelope, in: db)
            return
        }
        switch envelope.type {
        case ApplyTenant.type, AdvanceClock.type, Republish.type, SealingKeyPublished.type, RotateKeys.type:
            try guarded(record, envelope, in: db) { try self.applyPlatform(envelope, in: db) }
        default:
            guard let handlers = table.handlers[envelope.type] else {
                try bury(record, envelope: envelope, reason: "unknown type \(envelope.type)", in: db)
                answer(envelope, with: .internalError)
                return
            }
            guard tenants[envelope.tenant]?.definition != nil else {
                try refuseUnknownTenant(record, envelope, in: db)
                return
            }
            try guarded(record, envelope, in: db) { try self.run(handlers, envelope, in: db) }
            // Fired is fired, also when the handler failed: the dead letter is what a person acts on.
            if let timer = envelope.attributes["timer"] { try removeTimer(timer, messageID: envelope.id, of: envelope.tenant, in: db) }
        }
    }

    func removeTimer(_ id: String, messageID: String, of tenant: TenantID, in db: Database) throws {
        outcome.touchedTimers = true
        try db.cachedStatement(sql: "DELETE FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?").run([tenant.rawValue, id, messageID])
    }

    /// A timer that was cancelled or moved while its message was on its way does nothing.
    private func isStillSet(_ timer: String, _ envelope: Envelope, in db: Database) throws -> Bool {
        try Bool.fetchOne(try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM souk_timer WHERE tenant = ? AND id = ? AND message_id = ?)"),
                          arguments: [envelope.tenant.rawValue, timer, envelope.id]) ?? false
    }

    /// Runs the body in a savepoint and sorts failures: a rejection is an answer, a defect a dead letter, an infrastructure error is thrown on.
    private func guarded(_ record: IncomingRecord, _ envelope: Envelope, in db: Database, _ body: () throws -> Void) throws {
        let saved = Mark(outcome)
        do {
            try Savepoint.run(db) {
                try body()
                try takeLetter(of: envelope.id, causedBy: envelope, in: db)
            }
            outcome.applied += 1
        } catch let rejection as Rejection {
            saved.restore(&outcome)
            outcome.rejected += 1
            touch(envelope)
            guard envelope.replyTo != nil else {
                // Nobody hears this refusal, and a service does not send what will be refused: a person should look. It is not remembered, so that
                // it can be taken when it is sent again.
                try bury(record, envelope: envelope, reason: "refused: \(rejection.slug): \(rejection.detail)", in: db)
                return
            }
            try remember(envelope, reply: Reply(rejection), in: db)
            answer(envelope, with: Reply(rejection))
        } catch let error as DecodingError {
            saved.restore(&outcome)
            try buryOrRefuse(record, envelope, error, in: db)
        } catch let error as DatabaseError where error.isInfrastructure {
            throw error
        } catch {
            saved.restore(&outcome)
            try bury(record, envelope: envelope, reason: "defect: \(error)", in: db)
            answer(envelope, with: .internalError)
        }
    }

    /// What a message that failed must leave behind of the outcome: counts, not copies, because the lists grow with the batch.
    private struct Mark {
        private let answers, outgoing: Int
        private let touchedTimers: Bool
        init(_ outcome: Outcome) {
            (answers, outgoing, touchedTimers) = (outcome.answers.count, outcome.outgoing.count, outcome.touchedTimers)
        }
        func restore(_ outcome: inout Outcome) {
            outcome.answers.removeSubrange(answers...)
            outcome.outgoing.removeSubrange(outgoing...)
            outcome.touchedTimers = touchedTimers
        }
    }

    private func buryOrRefuse(_ record: IncomingRecord, _ envelope: Envelope, _ error: DecodingError, in db: Database) throws {
        if envelope.replyTo != nil {
            // A request came from a person: say which field is wrong. The edge checks types first, so this is rare.
            let reply = Reply(error.asRejection)
            outcome.rejected += 1
            touch(envelope)
            try remember(envelope, reply: reply, in: db)
            answer(envelope, with: reply)
        } else {
            try bury(record, envelope: envelope, reason: "cannot decode: \(error.asRejection.errors)", in: db)
        }
    }

    private func refuseUnknownTenant(_ record: IncomingRecord, _ envelope: Envelope, in db: Database) throws {
        if envelope.replyTo != nil {
            answer(envelope, with: Reply(Rejection(503, "service-unavailable", "This app is not set up here yet.", retryAfter: .seconds(1))))
        } else {
            // An event may overtake the definition of its tenant; it is taken up again when the definition comes.
            try bury(record, envelope: envelope, reason: Self.unknownTenant, in: db)
        }
    }
    static let unknownTenant = "unknown tenant"

    private func run(_ handlers: [HandlerTable.Handler], _ envelope: Envelope, in db: Database) throws {
        if let timer = envelope.attributes["timer"], try !isStillSet(timer, envelope, in: db) {
            try remember(envelope, reply: nil, in: db)
            return
        }
        let context = try context(for: envelope, in: db)
        var reply: Reply?
        for handler in handlers { reply = try handler(context) ?? reply }
        try write(context.effects, causedBy: envelope, at: context.now, in: db)
        let deferred = context.effects.deferred
        try remember(envelope, reply: deferred ? nil : reply, deferred: deferred, in: db)
        if let reply, !deferred { answer(envelope, with: reply) }
    }

    /// What a service does about a message of the platform: its rows and effects, no answer.
    func follow(_ handler: HandlerTable.Handler?, _ envelope: Envelope, in db: Database) throws {
        guard let handler else { return }
        let context = try context(for: envelope, in: db)
        _ = try handler(context)
        try write(context.effects, causedBy: envelope, at: context.now, in: db)
    }

    private func context(for envelope: Envelope, in db: Database) throws -> MessageContext {
        guard let definition = tenants[envelope.tenant]?.definition else { throw Rejection.notFound }
        return MessageContext(database: db, envelope: envelope, now: touch(envelope), definition: definition, service: service, secret: secret)
    }

    /// The tenant's time after this message: never earlier than before.
    @discardableResult
    private func touch(_ envelope: Envelope) -> Timestamp {
        guard var state = tenants[envelope.tenant] else { return envelope.time }
        if envelope.time > state.lastTime {
            state.lastTime = envelope.time
            tenants[envelope.tenant] = state
            dirtyTenants.insert(envelope.tenant)
        }
        return state.lastTime
    }

    // MARK: - Effects

    private func write(_ effects: MessageContext.Effects, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        for message in effects.outbox { try enqueue(message, causedBy: envelope, at: now, in: db) }
        for change in effects.timers {
            outcome.touchedTimers = true
            switch change {
            case .set(let id, let due, let type, let value):
                // The message id holds the due time and the cause: a timer that is moved is another message.
                try db.cachedStatement(sql: """
                    INSERT INTO souk_timer (tenant, id, due_at, type, value, correlation_id, message_id) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (tenant, id) DO UPDATE SET due_at = excluded.due_at, type = excluded.type, value = excluded.value,
                        correlation_id = excluded.correlation_id, message_id = excluded.message_id
                    """).run([
                        envelope.tenant.rawValue, id, due.millisecondsSinceEpoch, type.rawValue, Data(value), envelope.correlationID,
                        DeterministicID.make("timer", service.rawValue, envelope.tenant.rawValue, id, String(due.millisecondsSinceEpoch), envelope.id),
                    ])
            case .cancel(let id):
                try db.cachedStatement(sql: "DELETE FROM souk_timer WHERE tenant = ? AND id = ?").run([envelope.tenant.rawValue, id])
            }
        }
        for (requestID, reply) in effects.answers { try answerLater(requestID, reply, causedBy: envelope, at: now, in: db) }
    }

    /// What no topic takes must not be written either: the handler's rows would stand for something nobody hears of.
    private struct TooLarge: Error, CustomStringConvertible {
        let message: OutboxMessage
        var description: String { "\(message.type) of \(message.value.count) bytes is larger than \(OutboxRelay.messageBytesMax)" }
    }

    func enqueue(_ message: OutboxMessage, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        guard message.value.count + (message.subject?.utf8.count ?? 0) <= OutboxRelay.messageBytesMax else { throw TooLarge(message: message) }
        try db.cachedStatement(sql: """
            INSERT INTO souk_outbox (tenant, id, topic, type, subject, time, correlation_id, causation_id, traceparent, value)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                envelope.tenant.rawValue, message.id, message.topic, message.type.rawValue, message.subject, now.millisecondsSinceEpoch,
                envelope.correlationID, envelope.id, envelope.traceparent, Data(message.value),
            ])
        let sent = Envelope(id: message.id, type: message.type, source: source, time: now, subject: message.subject, tenant: envelope.tenant,
                            correlationID: envelope.correlationID, causationID: envelope.id, traceparent: envelope.traceparent, value: message.value)
        outcome.outgoing.append(OutboxRelay.Row(position: db.lastInsertedRowID, record: sent.record(for: message.topic), mayLinger: message.mayLinger))
    }

    func answer(_ envelope: Envelope, with reply: Reply, replayed: Bool = false) {
        guard let address = envelope.replyTo else { return }
        let record = reply.record(to: address, causedBy: envelope, source: source, replayed: replayed)
        outcome.answers.append(.init(address: address, record: record))
    }

    /// Stores the answer of a deferred request and sends it to whoever asked last. A request that was answered already keeps its first answer.
    private func answerLater(_ requestID: String, _ reply: Reply, causedBy envelope: Envelope, at now: Timestamp, in db: Database) throws {
        let tenant = envelope.tenant
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT reply_partition, reply_key FROM souk_inbox WHERE tenant = ? AND id = ? AND reply_status IS NULL
            """), arguments: [tenant.rawValue, requestID])
        guard let row else { return }
        let stored = try StoredReply(reply, messageID: requestID, secret: secret)
        try db.cachedStatement(sql: """
            UPDATE souk_inbox SET reply_status = ?, reply_body = ?, reply_headers = ?, reply_secret = ? WHERE tenant = ? AND id = ?
            """).run([reply.status, Data(stored.body), stored.headers, reply.isSecret, tenant.rawValue, requestID])
        guard let partition: Int32 = row[0] else { return }
        let key: [UInt8]? = (row[1] as Data?).map { [UInt8]($0) }
        let address = ReplyAddress(partition: partition, sealingKey: key)
        outcome.answers.append(.init(address: address, record: reply.record(to: address, for: requestID, causedBy: envelope, source: source, time: now, replayed: false)))
    }

    // MARK: - Inbox

    private struct Stored {
        let reply: Reply?
        let fingerprint: String?
        let awaitsAnswer: Bool
    }

    /// The answer to the same Idempotency-Key, given before midnight and not a day ago.
    private func earlierAnswer(_ envelope: Envelope, in db: Database) throws -> Stored? {
        guard let earlier = envelope.earlierID else { return nil }
        return try storedAnswer(earlier, of: envelope.tenant, after: envelope.time - Envelope.idempotencyWindow, in: db)
    }

    private func storedAnswer(_ id: String, of tenant: TenantID, after time: Timestamp = .distantPast, in db: Database) throws -> Stored? {
        let row = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT fingerprint, reply_status, reply_body, reply_headers, reply_secret, reply_partition, received_at FROM souk_inbox WHERE tenant = ? AND id = ?
            """), arguments: [tenant.rawValue, id])
        guard let row, (row[6] as Int64) > time.millisecondsSinceEpoch else { return nil }
        var reply: Reply?
        if let status: Int = row[1] {
            let body = (row[2] as Data?).map { [UInt8]($0) } ?? []
            reply = try StoredReply(body: body, headers: row[3]).reply(status: status, isSecret: row[4], messageID: id, secret: secret)
        }
        return Stored(reply: reply, fingerprint: row[0], awaitsAnswer: (row[1] as Int?) == nil && (row[5] as Int32?) != nil)
    }

    private func repeatAnswer(_ stored: Stored, to envelope: Envelope, in db: Database) throws {
        if let mine = envelope.fingerprint, let theirs = stored.fingerprint, mine != theirs {
            answer(envelope, with: Reply(Rejection(422, "idempotency-key-reused", "This Idempotency-Key was used for another request.")))
        } else if let reply = stored.reply {
            answer(envelope, with: reply, replayed: true)
        } else if stored.awaitsAnswer, let address = envelope.replyTo {
            // The asker may be a restarted gateway: the answer goes to the newest address.
            try db.cachedStatement(sql: "UPDATE souk_inbox SET reply_partition = ?, reply_key = ? WHERE tenant = ? AND id = ?")
                .run([address.partition, address.sealingKey.map { Data($0) }, envelope.tenant.rawValue, envelope.id])
        }
    }

    func remember(_ envelope: Envelope, reply: Reply?, deferred: Bool = false, in db: Database) throws {
        // Only answers somebody may ask for again are kept.
        let kept = envelope.replyTo == nil ? nil : reply
        let stored = try kept.map { try StoredReply($0, messageID: envelope.id, secret: secret) }
        let address = deferred ? envelope.replyTo : nil
        try db.cachedStatement(sql: """
            INSERT INTO souk_inbox (tenant, id, type, received_at, fingerprint, principal, reply_status, reply_body, reply_headers, reply_secret, reply_partition, reply_key)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                envelope.tenant.rawValue, envelope.id, envelope.type.rawValue, envelope.time.millisecondsSinceEpoch, envelope.fingerprint,
                envelope.principal?.userID.rawValue, kept?.status, stored.map { Data($0.body) }, stored?.headers, kept?.isSecret ?? false,
                address?.partition, address?.sealingKey.map { Data($0) },
            ])
    }

    // MARK: - Dead letters

    /// Puts a record aside with its reason: a row here, a message on `<service>.dead-letters`. The shard goes on.
    private func bury(_ record: IncomingRecord, envelope: Envelope?, reason: String, in db: Database) throws {
        outcome.deadLettered += 1
        hasLetters = true
        let letter = DeadLetter(record, envelope: envelope, reason: reason)
        let (tenant, id, at) = (letter.tenant, letter.id, letter.at)
        let value = record.value?.prefix(DeadLetter.valueBytesMax)
        let known = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM souk_dead_letter WHERE tenant = ? AND id = ?)", arguments: [tenant.rawValue, id]) ?? false
        try db.execute(sql: """
            INSERT INTO souk_dead_letter (tenant, id, topic, partition, record_offset, type, reason, at, headers, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET reason = excluded.reason, at = excluded.at, topic = excluded.topic,
                partition = excluded.partition, record_offset = excluded.record_offset
            """, arguments: [tenant.rawValue, id, record.topic, record.partition, record.offset, envelope?.type.rawValue, letter.reason,
                             at.millisecondsSinceEpoch, DeadLetterHeaders(record.headers).json, value.map { Data($0) }])
        guard !known else { return }
        let cause = envelope ?? Envelope(id: id, type: DeadLetter.type, source: source, time: at, tenant: tenant, correlationID: id, value: [])
        let message = OutboxMessage(id: letter.messageID(of: service), topic: Topics.deadLetters(service), type: DeadLetter.type, subject: letter.place,
                                    value: try JSON.encode(letter))
        try enqueue(message, causedBy: cause, at: at, in: db)
    }

    /// A message that was put aside once and is applied now is no dead letter any more; who follows the letters is told.
    func takeLetter(of id: String, causedBy envelope: Envelope, in db: Database) throws {
        guard hasLetters else { return }
        try db.cachedStatement(sql: "DELETE FROM souk_dead_letter WHERE tenant = ? AND id = ?").run([envelope.tenant.rawValue, id])
        guard db.changesCount > 0 else { return }
        let taken = DeadLetterTaken(id: id, tenant: envelope.tenant, at: envelope.time)
        let message = OutboxMessage(id: DeterministicID.make("dead-letter-taken", service.rawValue, envelope.tenant.rawValue, id, envelope.id),
                                    topic: Topics.deadLetters(service), type: DeadLetterTaken.type, subject: nil, value: try JSON.encode(taken))
        try enqueue(message, causedBy: envelope, at: envelope.time, in: db)
    }
}
