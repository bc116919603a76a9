// Long: the one interface of the tests of services.
import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import ServiceKit
import Storage
import Testing

/// One shard of a service in a temporary file, without a broker: messages go straight through the applier the writer uses.
/// Every message is delivered twice; the second delivery must answer the same and change nothing, or the call throws. Every query
/// is asked twice and must answer the same.
/// When the test lets go of the shard, its log is replayed into an empty one, and every table must be the same, or the test fails.
public final class ShardHarness<Service: PlatformService> {
    public let file: ShardFile
    public let tenant: TenantID
    /// The time of the next message; only the test changes it.
    public var now: Timestamp
    private let applier: ShardApplier
    private let secret: ServiceSecret
    private let table: HandlerTable
    private let definition: TenantDefinition
    private let statements = SeenStatements()
    /// As of a query loop: what one question keeps, the next one finds.
    private let memory = QueryMemory()
    /// Types of queries and preprocessors that were not refused.
    private var answered: Set<MessageType> = []
    /// Ids of the messages that were delivered. What else the inbox remembers was sent by the shard's own timers.
    private var delivered: Set<String> = []
    private var sequence = 0
    private var offset: Int64 = 0
    private var seenOutbox: Int64 = 0
    private let directory: String
    /// All records so far, in log order: a second harness fed with them must end with the same rows.
    public private(set) var log: [IncomingRecord] = []

    /// Set by a test that writes rows directly, because a replay can't restore them.
    public var hasRowsPastTheLog = false

    public struct NotIdempotent: Error, CustomStringConvertible { public let description: String }
    public struct NotRepeatable: Error, CustomStringConvertible { public let description: String }

    public init(_ service: Service.Type = Service.self, definition: TenantDefinition,
                now: Timestamp = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast) throws {
        directory = NSTemporaryDirectory() + "souk-shard-\(UUID().uuidString)"
        try EmptyShard.write(to: directory + "/shard.sqlite", migrations: Service.contents.migrations)
        file = try ShardFile(path: directory + "/shard.sqlite", migrations: Service.contents.migrations, prepare: statements.prepare)
        tenant = definition.tenant
        self.definition = definition
        self.now = now
        secret = ServiceSecret(Array(repeating: 7, count: 32))
        table = Service.handlerTable()
        applier = ShardApplier(service: Service.name, table: table, secret: secret)
        try file.pool.write { try $0.execute(sql: Self.startOfLog, arguments: [Topics.commands(Service.name)]) }
        _ = try deliver(envelope(ApplyTenant(definition), principal: nil, id: nil, asked: false))
    }

    deinit {
        do {
            if !hasRowsPastTheLog { try replay() }
            if !(Service.self is any TestOnlyService.Type) {
                try DeliveredTypes.note(Service.name, in: file, delivered: delivered, others: answered)
                try statements.note(Service.name)
            }
        } catch { Issue.record("\(Service.name): \(error)") }
        file.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static var startOfLog: String {
        "INSERT INTO souk_log (one, topic, partition, cluster_id, next_offset) VALUES (1, ?, 0, 'test', 0)"
    }

    // MARK: - Sending

    /// Sends a command as the gateway would and returns its reply (nil: deferred). Rejections are replies, too.
    @discardableResult
    public func send(_ command: some Message, as principal: Principal? = nil, id: String? = nil,
                     attributes: [String: String] = [:]) throws -> Reply? {
        var message = try envelope(command, principal: principal, id: id, asked: true)
        message.attributes = attributes
        return try deliver(message)
    }

    /// Sends raw JSON under a type name.
    @discardableResult
    public func send(raw value: String, type: MessageType, as principal: Principal? = nil, id: String? = nil) throws -> Reply? {
        try deliver(Envelope(id: id ?? nextID(), type: type, source: "/gateway", time: now, tenant: tenant, correlationID: "test",
                             principal: principal, replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: Array(value.utf8)))
    }

    /// Delivers an event or a command of another service, which expects no reply.
    public func receive(_ message: some Message, id: String? = nil) throws {
        try deliver(envelope(message, principal: nil, id: id, asked: false))
    }

    /// Advances the virtual clock; due timers fire in order.
    public func advance(by duration: Duration) throws {
        now = now + duration
        clockOffset = clockOffset + duration
        try deliver(envelope(AdvanceClock(offsetMilliseconds: clockOffset.wholeMilliseconds, now: now), principal: nil, id: nil,
                             asked: false))
    }
    private var clockOffset: Duration = .zero

    /// Runs a query and returns its reply. Rejections are replies, too.
    /// - Parameter environment: holds the tenant's secrets, as `SOUK_PROVIDER_…`.
    public func ask<Q: Query>(_ query: Q.Type, _ parameters: JSONValue = .object([:]), as principal: Principal? = nil,
                              environment: [String: String] = [:]) throws -> Reply {
        let message = Envelope(id: nextID(), type: Q.type, source: "/gateway", time: now, tenant: tenant, correlationID: "test",
                               principal: principal,
                               replyTo: ReplyAddress(partition: 0, sealingKey: nil), value: try JSON.encode(parameters))
        return try file.pool.read { db in
            let context = QueryContext(database: db, envelope: message, now: self.now, definition: self.definition, secret: self.secret,
                                       extensions: self.table.extensions, memory: self.memory,
                                       tenantSecrets: TenantSecrets(environment: environment, dataDirectory: self.directory))
            do {
                guard let reader = self.table.readers[Q.type] else { throw Envelope.Malformed("no reader for \(Q.type)") }
                var reply = try statements.watching { try reader(context) }
                // A file that takes several queries to make: the gateway asks again, too.
                while reply.status == FileSlice.unfinishedStatus, reply.contentType == FileSlice.wireType { reply = try reader(context) }
                let again = try reader(context)
                guard again.isSame(as: reply) else { throw NotIdempotent(description: "\(Q.type) asked twice answered differently") }
                answered.insert(Q.type)
                return reply
            } catch let rejection as Rejection { return Reply(rejection) }
        }
    }

    /// Runs a preprocessor and sends the command it prepared. Its rejection is the reply.
    /// - Parameter environment: holds the tenant's secrets, as `SOUK_PROVIDER_…`.
    @discardableResult
    public func sendThroughPreprocessor<I: Preprocessor>(_ intake: I.Type, _ body: JSONValue, as principal: Principal? = nil,
                                             id: String? = nil,
                                             attributes: [String: String] = [:], environment: [String: String] = [:]) throws -> Reply? {
        let requestID = id ?? nextID()
        let message = Envelope(id: requestID, type: I.type, source: "/gateway", time: now, tenant: tenant, correlationID: "test",
                               principal: principal, attributes: attributes, value: try JSON.encode(body))
        // As a preprocessor loop does: an id that was applied before is answered by the inbox.
        let isApplied = try file.pool.read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM souk_inbox WHERE id = ?)", arguments: [requestID]) ?? false
        }
        if isApplied {
            var again = message
            again.replyTo = ReplyAddress(partition: 0, sealingKey: nil)
            return try deliver(again)
        }
        let context = PreprocessorContext(envelope: message, now: now, definition: definition, secret: secret, reader: file.pool,
                                    tenantSecrets: TenantSecrets(environment: environment, dataDirectory: directory))
        do {
            let intake = try JSON.decode(I.self, from: message.value)
            let prepared = try statements.watching { try intake.prepare(in: context) }
            answered.insert(I.type)
            return try send(prepared, as: principal, id: requestID, attributes: attributes)
        } catch let rejection as Rejection { return Reply(rejection) }
    }

    /// Gives the service another service's sealing key, as the forwarder does. The private key stays here, for `opened(_:)`.
    public func know(sealingKeyOf service: ServiceName) throws {
        let key = try otherSecret.sealingKey(id: "other")
        try receive(SealingKeyPublished(service: service, keyID: "other", publicKey: Base64URL.encode(key.publicKey.rawRepresentation)))
    }
    private let otherSecret = ServiceSecret(Array(repeating: 9, count: 32))
    /// Opens a sealed value with the key of `know(sealingKeyOf:)`.
    public func opened(_ sealed: SealedValue) throws -> String {
        let bytes = try Sealing.open(Base64URL.decode(sealed.ciphertext) ?? [], encapsulatedKey: sealed.encapsulatedKey,
                                     with: otherSecret.sealingKey(id: sealed.keyID), purpose: .field)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Seals a text as the gateway would for this service.
    public func sealed(_ text: String) throws -> JSONValue {
        let key = try secret.sealingKey(id: "test")
        let box = try Sealing.seal(Array(text.utf8), to: Array(key.publicKey.rawRepresentation), purpose: .field)
        return try JSONValue(
            encoding: SealedValue(keyID: "test", encapsulatedKey: box.encapsulatedKey, ciphertext: Base64URL.encode(box.ciphertext)))
    }

    // MARK: - Effects

    /// Messages of this type sent since the last call of this or `takeTypes`, oldest first. `takeTypes` still returns others.
    public func published<M: Message>(_ type: M.Type) throws -> [M] {
        try file.pool.read { db in
            try Row.fetchAll(db, sql: "SELECT value FROM souk_outbox WHERE type = ? AND position > ? ORDER BY position",
                             arguments: [M.type.rawValue, self.seenOutbox])
                .map { try JSON.decode(M.self, from: [UInt8]($0[0] as Data)) }
        }
    }
    /// Types of all messages sent since `markSeen`, oldest first.
    public func publishedTypes() throws -> [String] {
        try file.pool.read {
            try String.fetchAll($0, sql: "SELECT type FROM souk_outbox WHERE position > ? ORDER BY position", arguments: [self.seenOutbox])
        }
    }
    public func markSeen() throws {
        seenOutbox = try file.pool.read { try Int64.fetchOne($0, sql: "SELECT max(position) FROM souk_outbox") } ?? 0
    }
    /// Ids of the pending timers.
    public func timers() throws -> [String] {
        try file.pool.read { try String.fetchAll($0, sql: "SELECT id FROM souk_timer ORDER BY due_at, id") }
    }
    /// The number of rows in a table.
    public func count(of table: String) throws -> Int { try file.pool.read { try Table(table).fetchCount($0) } }
    /// Columns of any table, including the platform's, that contain a text in clear: `souk_inbox.reply_body`. Ignores
    /// case.
    public func columns(holding text: String) throws -> [String] {
        let wanted = text.lowercased()
        return try file.pool.read { db in
            var found: Set<String> = []
            for table in try ShardContents.tables(db) {
                let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(table)\"")
                while let row = try rows.next() {
                    for (column, value) in row {
                        let held: String? = switch value.storage {
                        case .string(let text): text
                        case .blob(let data): String(decoding: data, as: UTF8.self)
                        case .int64(let number): String(number)
                        case .double, .null: nil
                        }
                        if held?.lowercased().contains(wanted) == true { found.insert("\(table).\(column)") }
                    }
                }
            }
            return found.sorted()
        }
    }
    public func deadLetters() throws -> [String] {
        try file.pool.read { try String.fetchAll($0, sql: "SELECT reason FROM souk_dead_letter ORDER BY record_offset") }
    }
    /// The stored answer of a request; of a deferred one, once it exists.
    public func answer(to requestID: String) throws -> (status: Int, body: JSONValue)? {
        let row = try file.pool.read {
            try Row.fetchOne($0, sql: "SELECT reply_status, reply_body FROM souk_inbox WHERE id = ? AND reply_status IS NOT NULL",
                             arguments: [requestID])
        }
        guard let row else { return nil }
        let body = (row[1] as Data?).map { [UInt8]($0) } ?? []
        return (row[0], body.isEmpty ? .null : try JSON.decode(JSONValue.self, from: body))
    }

    // MARK: - Delivery

    private func nextID() -> String {
        sequence += 1
        return DeterministicID.make("test-message", String(sequence))
    }

    private func envelope(_ message: some Message, principal: Principal?, id: String?, asked: Bool) throws -> Envelope {
        Envelope(id: id ?? nextID(), type: type(of: message).type, source: asked ? "/gateway" : "/test", time: now, tenant: tenant,
                 correlationID: "test",
                 principal: principal, replyTo: asked ? ReplyAddress(partition: 0, sealingKey: nil) : nil, value: try JSON.encode(message))
    }

    @discardableResult
    public func deliver(_ message: Envelope) throws -> Reply? {
        let record = IncomingRecord(topic: Topics.commands(Service.name), partition: 0, offset: offset, timestamp: message.time,
                                    key: Array(tenant.rawValue.utf8), value: message.value, headers: message.headers)
        offset += 1
        log.append(record)
        delivered.insert(message.id)
        let first = try apply(record).reply
        // What the inbox answers by itself writes no row the second time; else all rows are compared.
        let before = try isAnsweredByInbox(message) ? nil : fingerprint()
        let (second, changes) = try apply(record)
        guard try before.map({ try fingerprint() == $0 }) ?? (changes == 0) else {
            throw NotIdempotent(description: "\(message.type) delivered twice changed rows")
        }
        if let first, let second, first != second {
            throw NotIdempotent(description: "\(message.type) delivered twice answered differently")
        }
        return first
    }

    private func isAnsweredByInbox(_ message: Envelope) throws -> Bool {
        try file.pool.read {
            try Bool.fetchOne($0, sql: """
                SELECT EXISTS (
                    SELECT 1 FROM souk_inbox WHERE tenant = ? AND id = ? AND (reply_status IS NOT NULL OR reply_partition IS NULL))
                """, arguments: [message.tenant.rawValue, message.id])
        } ?? false
    }

    /// - Returns: the reply, and how many rows the message wrote, the position in the log not counted.
    private func apply(_ record: IncomingRecord) throws -> (reply: Reply?, changes: Int) {
        let (outcome, changes) = try file.pool.writeWithoutTransaction { db -> (ShardApplier.Outcome, Int) in
            var changes = 0
            try db.inTransaction(.immediate) {
                try self.applier.begin(db, reload: false)
                let before = db.totalChangesCount
                try self.statements.watching { try self.applier.apply(record, in: db) }
                changes = db.totalChangesCount - before
                try self.applier.finish(db)
                return .commit
            }
            return (self.applier.outcome, changes)
        }
        let mine = outcome.answers.first { answer in
            answer.record.headers.contains { $0.name == "ce_causationid" && record.headers.contains(RecordHeader("ce_id", $0.value)) }
        }
        guard let mine else { return (nil, changes) }
        func header(_ name: String) -> String? {
            mine.record.headers.first { $0.name == name }?.value.map { String(decoding: $0, as: UTF8.self) }
        }
        let envelopeID = header("ce_causationid") ?? ""
        // Secret answers come from the store, because the reply itself is sealed to a gateway.
        let isSecret = try file.pool.read {
            try Bool.fetchOne($0, sql: "SELECT reply_secret FROM souk_inbox WHERE id = ?", arguments: [envelopeID])
        } ?? false
        if isSecret {
            let row = try file.pool.read {
                try Row.fetchOne($0, sql: "SELECT reply_status, reply_body, reply_headers FROM souk_inbox WHERE id = ?",
                                 arguments: [envelopeID])
            }
            if let row {
                let stored = StoredReply(body: [UInt8](row[1] as Data), headers: row[2])
                return (try stored.reply(status: row[0], isSecret: true, messageID: envelopeID, secret: secret), changes)
            }
        }
        let reply = Reply(status: Int(header(ReplyHeaders.status) ?? "") ?? 0, body: mine.record.value ?? [],
                          location: header(ReplyHeaders.location), contentType: header(ReplyHeaders.contentType),
                          cacheControl: header(ReplyHeaders.cacheControl), fileName: header(ReplyHeaders.fileName))
        return (reply, changes)
    }

    /// Applies the whole log to an empty shard in one batch and compares all tables, the platform's included.
    private func replay() throws {
        let path = directory + "/replayed.sqlite"
        try EmptyShard.write(to: path, migrations: Service.contents.migrations)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY") }
        let scratch = try DatabaseQueue(path: path, configuration: configuration)
        let again = ShardApplier(service: Service.name, table: table, secret: secret)
        let copy = try scratch.write { db in
            try db.execute(sql: Self.startOfLog, arguments: [Topics.commands(Service.name)])
            try again.begin(db, reload: true)
            for record in log { try again.apply(record, in: db) }
            try again.finish(db)
            return try ShardContents.digests(db)
        }
        let live = try file.pool.read { try ShardContents.digests($0) }
        let others = Set(live.keys).union(copy.keys).filter { live[$0]?.digest != copy[$0]?.digest }.sorted()
        guard others.isEmpty else {
            let tables = others.map { "\($0) (\(live[$0]?.rows ?? 0) rows, replayed \(copy[$0]?.rows ?? 0))" }.joined(separator: ", ")
            throw NotRepeatable(description: "a replay of \(log.count) messages gives other rows in \(tables)")
        }
    }

    /// A digest of all rows: two shards with the same digest hold the same data.
    public func fingerprint() throws -> String {
        try file.pool.read { try ShardContents.fingerprint($0) }
    }
}

extension Reply {
    /// Members of a JSON object may come in any order.
    fileprivate func isSame(as other: Reply) -> Bool {
        (status, contentType) == (other.status, other.contentType) && (body == other.body || json != .null && json == other.json)
    }

    /// The body as JSON, for assertions.
    public var json: JSONValue { (try? JSON.decode(JSONValue.self, from: body)) ?? .null }
}

extension Principal {
    public static func user(_ id: String, roles: [String] = []) -> Principal {
        Principal(userID: User.ID(id), roles: roles, sessionID: "session-" + id)
    }
}
