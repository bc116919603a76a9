import Foundation
import GRDB
import Kernel
import Messaging
import Storage

/// Commands that were answered 202, in the gateway's own file: they survive its restart. Written only on that slow path.
final class OperationStore: Sendable {
    static let answeredKeptHours = 48
    static let unansweredKeptHours = 24 * 7

    /// An operation as its owner may see it.
    struct Operation: Sendable {
        let principal: String
        /// Nil: pending.
        let status: Int?
        let body: [UInt8]
        let contentType: String?
        let location: String?
    }

    private let database: DatabaseQueue
    private let secret: ServiceSecret
    private let identity: ReplyIdentity

    init(path: String, secret: ServiceSecret, identity: ReplyIdentity) throws {
        (self.secret, self.identity) = (secret, identity)
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;") }
        database = try DatabaseQueue(path: path, configuration: configuration)
        var migrator = DatabaseMigrator()
        for migration in [CreateOperations.self] as [any Migration.Type] {
            let sql = migration.sql
            migrator.registerMigration(migration.name) { try $0.execute(sql: sql) }
        }
        try migrator.migrate(database)
    }

    /// Notes a command whose answer is still to come. An answer that was quicker stays.
    func open(_ ticket: OperationTicket, _ record: OutgoingRecord, at now: Timestamp) async throws {
        let headers = try JSON.encode(record.headers.map { [$0.name, String(decoding: $0.value ?? [], as: UTF8.self)] })
        try await database.write { db in
            try db.execute(sql: """
                INSERT INTO operation (tenant, id, principal, service, topic, headers, value, opened_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (tenant, id) DO NOTHING
                """, arguments: [ticket.tenant.rawValue, ticket.id, ticket.principal, ticket.service.rawValue, record.topic, Data(headers),
                                 Data(record.value ?? []), now.millisecondsSinceEpoch])
        }
    }

    /// Keeps the answer. The first one stays. Answers with secrets are kept encrypted. Returns at once; the file's own queue writes.
    func close(_ ticket: OperationTicket, _ reply: ReceivedReply, at now: Timestamp, onError: @escaping @Sendable (any Error) -> Void) {
        database.asyncWriteWithoutTransaction { [self] db in
            do {
                let opened = reply.opened(with: identity.privateKey)
                let isSecret = reply.sealedBy != nil
                let body = isSecret ? try secret.protect(opened.body, messageID: ticket.tenant.rawValue + "/" + ticket.id) : opened.body
                try db.execute(sql: """
                    INSERT INTO operation (tenant, id, principal, service, topic, headers, value, opened_at, answered_at, status, body, is_secret,
                        content_type, location)
                    VALUES (?, ?, ?, ?, '', x'', x'', ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (tenant, id) DO UPDATE SET headers = x'', value = x'', answered_at = excluded.answered_at, status = excluded.status,
                        body = excluded.body, is_secret = excluded.is_secret, content_type = excluded.content_type, location = excluded.location
                    WHERE status IS NULL
                    """, arguments: [ticket.tenant.rawValue, ticket.id, ticket.principal, ticket.service.rawValue, now.millisecondsSinceEpoch,
                                     now.millisecondsSinceEpoch, opened.status, Data(body), isSecret, opened.contentType, opened.location])
            } catch { onError(error) }
        }
    }

    func find(_ id: String, tenant: TenantID) async throws -> Operation? {
        let row = try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT principal, status, body, is_secret, content_type, location FROM operation WHERE tenant = ? AND id = ?",
                             arguments: [tenant.rawValue, id])
                .map { row in (row[0] as String, row[1] as Int?, row[2] as Data?, row[3] as Bool, row[4] as String?, row[5] as String?) }
        }
        guard let (principal, status, stored, isSecret, contentType, location) = row else { return nil }
        var body = stored.map { [UInt8]($0) } ?? []
        if isSecret { body = try secret.reveal(body, messageID: tenant.rawValue + "/" + id) }
        return Operation(principal: principal, status: status, body: body, contentType: contentType, location: location)
    }

    /// The commands still without an answer, oldest first, addressed to this process. Blocks.
    func unanswered(max: Int) throws -> [(OperationTicket, OutgoingRecord)] {
        let rows = try database.read {
            try Row.fetchAll($0, sql: """
                SELECT tenant, id, principal, service, topic, headers, value FROM operation WHERE status IS NULL ORDER BY opened_at LIMIT ?
                """, arguments: [max])
        }
        return try rows.map { row in
            let named = try JSON.decode([[String]].self, from: [UInt8](row[5] as Data)).filter { $0.count == 2 }
            var headers = named.filter { $0[0] != "reply-to" && $0[0] != "reply-key" }.map { RecordHeader($0[0], $0[1]) }
            headers.append(RecordHeader("reply-to", identity.address))
            headers.append(RecordHeader("reply-key", identity.key))
            let tenant: String = row[0]
            return (OperationTicket(id: row[1], tenant: TenantID(unchecked: tenant), principal: row[2], service: ServiceName(row[3] as String)),
                    OutgoingRecord(topic: row[4], key: Array(tenant.utf8), value: [UInt8](row[6] as Data), headers: headers))
        }
    }

    /// Forgets what is old. Blocks.
    func forget(before now: Timestamp) throws {
        try database.write { db in
            try db.execute(sql: "DELETE FROM operation WHERE answered_at < ? OR opened_at < ?", arguments: [
                (now - .hours(Self.answeredKeptHours)).millisecondsSinceEpoch, (now - .hours(Self.unansweredKeptHours)).millisecondsSinceEpoch,
            ])
        }
    }

    // MARK: - Virtual clocks

    /// Clocks are on `platform.tenants`, too, but the embedded broker forgets them when it stops, and the services do not.
    func clocks() throws -> [(TenantID, Int64)] {
        try database.read { try Row.fetchAll($0, sql: "SELECT tenant, offset_milliseconds FROM clock").map { (TenantID(unchecked: $0[0]), $0[1]) } }
    }
    func keepClock(of tenant: TenantID, offset: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: """
                INSERT INTO clock (tenant, offset_milliseconds) VALUES (?, ?)
                ON CONFLICT (tenant) DO UPDATE SET offset_milliseconds = max(offset_milliseconds, excluded.offset_milliseconds)
                """, arguments: [tenant.rawValue, offset])
        }
    }

    /// Waits for what is being written, then closes. Blocks.
    func close() { try? database.close() }
}
