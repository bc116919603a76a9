import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import Storage
import Synchronization

/// Commands that were answered with 202, in the gateway's own file: they survive its restart. Only that slow path
/// writes it. News of other instances' operations comes over `gateway.operations`.
final class OperationStore: Sendable {
    static let answeredKeptHours = 48
    static let unansweredKeptHours = 24 * 7

    /// An operation as its owner may see it.
    struct Operation: Sendable {
        let ticket: OperationTicket
        let openedAt: Timestamp
        /// Nil: pending.
        let status: Int?
        var body: [UInt8]
        let contentType: String?
        var location: String?
        /// The answer contains secrets and is given once.
        let isSecret: Bool
        let takenBy: String?
    }

    private let database: DatabaseQueue
    private let secret: ServiceSecret
    private let identity: ReplyIdentity
    private let undelivered = Mutex<Set<String>>([])

    init(path: String, secret: ServiceSecret, identity: ReplyIdentity) throws {
        (self.secret, self.identity) = (secret, identity)
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.prepareDatabase {
            try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;")
        }
        database = try DatabaseQueue(path: path, configuration: configuration)
        var migrator = DatabaseMigrator()
        for migration in [CreateOperations.self, ShareOperations.self] as [any Migration.Type] {
            let sql = migration.sql
            migrator.registerMigration(migration.name) { try $0.execute(sql: sql) }
        }
        try migrator.migrate(database)
    }

    /// Notes a command whose answer is still to come. An answer that was quicker stays.
    /// - Parameter asked: when the request arrived.
    func open(_ ticket: OperationTicket, _ record: OutgoingRecord, asked: Timestamp) async throws {
        let headers = try JSON.encode(record.headerTexts)
        try await database.write { db in
            try Self.open(
                ticket, topic: record.topic, headers: headers, value: record.value ?? [], askedMilliseconds: asked.millisecondsSinceEpoch,
                isOwn: true, in: db)
        }
    }

    /// Ignores a "try again" from before this request: the request with the same key has started again.
    private static func open(
        _ ticket: OperationTicket, topic: String, headers: [UInt8], value: [UInt8], askedMilliseconds: Int64, isOwn: Bool, in db: Database
    ) throws {
        try db.execute(sql: """
            INSERT INTO operation (tenant, id, principal, service, topic, headers, value, opened_at, is_own)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET topic = excluded.topic, headers = excluded.headers, value = excluded.value,
                opened_at = excluded.opened_at, is_own = max(is_own, excluded.is_own), status = NULL, answered_at = NULL, body = NULL,
            taken_by = NULL
            WHERE status IN (429, 503) AND answered_at < excluded.opened_at
            """, arguments: [ticket.tenant.rawValue, ticket.id, ticket.principal, ticket.service.rawValue, topic, Data(headers),
                             Data(value), askedMilliseconds, isOwn])
    }

    /// Stores the answer. The first final answer stays; "try again" stays until the next attempt. Answers with secrets
    /// are encrypted. Returns at once; the file's own queue writes.
    func close(_ ticket: OperationTicket, _ reply: ReceivedReply, at now: Timestamp, onError: @escaping @Sendable (any Error) -> Void) {
        database.asyncWriteWithoutTransaction { [self] db in
            do {
                let opened = reply.opened(with: identity.privateKey)
                try answer(ticket, opened, isSecret: reply.sealedBy != nil, isOwn: true, at: now.millisecondsSinceEpoch, in: db)
            } catch { onError(error) }
        }
    }

    private func answer(
        _ ticket: OperationTicket, _ reply: ReceivedReply, isSecret: Bool, isOwn: Bool, at milliseconds: Int64, in db: Database
    ) throws {
        let messageID = Self.messageID(ticket.id, tenant: ticket.tenant)
        let body = isSecret ? try secret.protect(reply.body, messageID: messageID) : reply.body
        let location = isSecret ? try reply.location.map { try secret.protect(location: $0, messageID: messageID) } : reply.location
        try db.execute(sql: """
            INSERT INTO operation (tenant, id, principal, service, topic, headers, value, opened_at, answered_at, status, body, is_secret,
                content_type, location, is_own)
            VALUES (?, ?, ?, ?, '', x'', x'', ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET headers = x'', value = x'', answered_at = excluded.answered_at, status = excluded.status,
                body = excluded.body, is_secret = excluded.is_secret, content_type = excluded.content_type, location = excluded.location
            WHERE status IN (429, 503) OR status IS NULL AND (excluded.status NOT IN (429, 503) OR excluded.answered_at >= opened_at)
            """, arguments: [ticket.tenant.rawValue, ticket.id, ticket.principal, ticket.service.rawValue, milliseconds,
                             milliseconds, reply.status, Data(body), isSecret, reply.contentType, location, isOwn])
    }

    // MARK: - News between instances

    /// The news that a command was answered with 202, with the request so that another instance can ask again.
    /// - Parameter asked: when the request arrived.
    func newsOfOpening(_ ticket: OperationTicket, _ record: OutgoingRecord, asked: Timestamp) throws -> OutgoingRecord {
        var update = OperationUpdate(.opened, ticket, at: asked)
        if record.sizeBytes <= Self.sharedRequestBytesMax {
            update.request = .init(topic: record.topic, headers: record.headerTexts, value: Base64URL.encode(record.value ?? []))
        }
        return try update.record(secret, topic: Topics.operations)
    }
    /// A request of this size fits into a record in base64 with the news around it.
    private static let sharedRequestBytesMax = 1 << 20

    func newsOfAnswer(_ ticket: OperationTicket, _ reply: ReceivedReply, at now: Timestamp) throws -> OutgoingRecord {
        let opened = reply.opened(with: identity.privateKey)
        var update = OperationUpdate(.answered, ticket, at: now)
        update.answer = .init(
            status: opened.status, body: Base64URL.encode(opened.body), contentType: opened.contentType, location: opened.location,
            isSecret: reply.sealedBy != nil)
        return try update.record(secret, topic: Topics.operations)
    }
    func newsOfTaking(_ ticket: OperationTicket, by taker: String, at now: Timestamp) throws -> OutgoingRecord {
        var update = OperationUpdate(.taken, ticket, at: now)
        update.taker = taker
        return try update.record(secret, topic: Topics.operations)
    }
    func read(_ record: IncomingRecord) -> OperationUpdate? { OperationUpdate(record, secret) }

    /// Applies news in the topic's order. Existing data stay. Blocks.
    func take(_ all: [OperationUpdate]) throws {
        guard !all.isEmpty else { return }
        try database.write { db in
            for update in all {
                let ticket = OperationTicket(update)
                switch update.step {
                case .opened:
                    let headers = try JSON.encode(update.request?.headers ?? [])
                    try Self.open(
                        ticket, topic: update.request?.topic ?? "", headers: headers,
                        value: update.request.flatMap { Base64URL.decode($0.value) } ?? [],
                        askedMilliseconds: update.atMilliseconds, isOwn: false, in: db)
                case .answered:
                    guard let outcome = update.answer else { continue }
                    let reply = ReceivedReply(
                        requestID: ticket.id, status: outcome.status, body: Base64URL.decode(outcome.body) ?? [],
                        location: outcome.location, contentType: outcome.contentType)
                    try answer(ticket, reply, isSecret: outcome.isSecret, isOwn: false, at: update.atMilliseconds, in: db)
                case .taken:
                    try db.execute(sql: "UPDATE operation SET taken_by = ? WHERE tenant = ? AND id = ? AND taken_by IS NULL",
                                   arguments: [update.taker, ticket.tenant.rawValue, ticket.id])
                }
            }
        }
    }

    // MARK: - Answers that are given once

    /// Notes the request that takes an answer, until it is known that its client gets it.
    func noteUndelivered(_ taker: String) {
        undelivered.withLock { takers in
            if takers.count >= Self.undeliveredMax { takers.removeAll() }
            takers.insert(taker)
        }
    }
    /// Whether the taken answer was not delivered; the caller then gets it.
    func isUndelivered(_ taker: String) -> Bool { undelivered.withLock { $0.remove(taker) != nil } }
    private static let undeliveredMax = 10_000

    func find(_ id: String, tenant: TenantID) async throws -> Operation? {
        let row = try await database.read { db in
            try Row.fetchOne(db, sql: """
                SELECT principal, service, opened_at, status, body, is_secret, content_type, location, taken_by FROM operation
                WHERE tenant = ? AND id = ?
                """, arguments: [tenant.rawValue, id])
                .map { Operation($0, id: id, tenant: tenant) }
        }
        guard var operation = row else { return nil }
        if operation.isSecret {
            let messageID = Self.messageID(id, tenant: tenant)
            operation.body = try secret.reveal(operation.body, messageID: messageID)
            // Earlier versions stored it in clear, as a path or an address.
            operation.location = try operation.location.map {
                $0.contains("/") ? $0 : try secret.reveal(location: $0, messageID: messageID)
            }
        }
        return operation
    }

    private static func messageID(_ id: String, tenant: TenantID) -> String { tenant.rawValue + "/" + id }

    /// The commands still without an answer, oldest first, addressed to this process. Blocks.
    func unanswered(max: Int) throws -> [(OperationTicket, OutgoingRecord)] {
        try database.read {
            try Row.fetchAll($0, sql: """
                SELECT tenant, id, principal, service, topic, headers, value FROM operation WHERE status IS NULL AND is_own
                ORDER BY opened_at LIMIT ?
                """, arguments: [max])
        }.map(request)
    }
    /// The request of an unanswered operation, whichever instance got it; nil: answered, or its request is not known
    /// here.
    func unanswered(_ id: String, tenant: TenantID) async throws -> (OperationTicket, OutgoingRecord)? {
        try await database.read { [self] db in
            try Row.fetchOne(db, sql: """
                SELECT tenant, id, principal, service, topic, headers, value FROM operation WHERE tenant = ? AND id = ? AND status IS NULL
                AND topic <> ''
                """, arguments: [tenant.rawValue, id]).map(request)
        }
    }

    private func request(_ row: Row) throws -> (OperationTicket, OutgoingRecord) {
        let named = try JSON.decode([[String]].self, from: [UInt8](row[5] as Data)).filter { $0.count == 2 }
        var headers = named.filter { $0[0] != "reply-to" && $0[0] != "reply-key" }.map { RecordHeader($0[0], $0[1]) }
        headers.append(RecordHeader("reply-to", identity.address))
        headers.append(RecordHeader("reply-key", identity.key))
        let tenant: String = row[0]
        return (OperationTicket(id: row[1], tenant: TenantID(unchecked: tenant), principal: row[2], service: ServiceName(row[3] as String)),
                OutgoingRecord(topic: row[4], key: Array(tenant.utf8), value: [UInt8](row[6] as Data), headers: headers))
    }

    /// Forgets what is old. Blocks.
    func prune(before now: Timestamp) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM operation WHERE answered_at < ? OR opened_at < ?", arguments: [
                (now - .hours(Self.answeredKeptHours)).millisecondsSinceEpoch,
                (now - .hours(Self.unansweredKeptHours)).millisecondsSinceEpoch,
            ])
        }
    }

    // MARK: - Virtual clocks

    /// Clocks are on `platform.tenants`, too, but the embedded broker forgets them when it stops, and the services do not.
    func clocks() throws -> [(TenantID, Int64)] {
        try database.read {
            try Row.fetchAll($0, sql: "SELECT tenant, offset_milliseconds FROM clock").map { (TenantID(unchecked: $0[0]), $0[1]) }
        }
    }
    /// - Parameter answer: what the request's key stands for from now on.
    func keepClock(of tenant: TenantID, offset: Int64, answer: (ticket: OperationTicket, reply: ReceivedReply)?,
                   at now: Timestamp) async throws {
        try await database.write { [self] db in
            try db.execute(sql: """
                INSERT INTO clock (tenant, offset_milliseconds) VALUES (?, ?)
                ON CONFLICT (tenant) DO UPDATE SET offset_milliseconds = max(offset_milliseconds, excluded.offset_milliseconds)
                """, arguments: [tenant.rawValue, offset])
            guard let answer else { return }
            try self.answer(answer.ticket, answer.reply, isSecret: false, isOwn: true, at: now.millisecondsSinceEpoch, in: db)
        }
    }

    /// Waits for what is being written, then closes. Blocks.
    func close() { try? database.close() }
}

private extension OperationStore.Operation {
    /// The columns are those of `find`. The body stays as stored.
    init(_ row: Row, id: String, tenant: TenantID) {
        ticket = OperationTicket(id: id, tenant: tenant, principal: row[0], service: ServiceName(row[1] as String))
        openedAt = Timestamp(millisecondsSinceEpoch: row[2])
        (status, contentType, location, takenBy) = (row[3], row[6], row[7], row[8])
        body = (row[4] as Data?).map { [UInt8]($0) } ?? []
        isSecret = row[5]
    }
}
