import GRDB
import Kernel
import PaymentsKit

/// Rows of messages to receivers, their deliveries and attempts.
package struct WebhookDeliveryStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "d.id, d.endpoint_id, d.message_id, m.type, d.status, d.due_at, d.attempt, d.failures, d.created_at"
    private static let source = "webhook_delivery d JOIN webhook_message m ON m.tenant = d.tenant AND m.id = d.message_id"

    func insert(message id: String, type: String, body: [UInt8], about user: User.ID?, at now: Timestamp) throws {
        try database.cachedStatement(sql: """
            INSERT INTO webhook_message (tenant, id, type, body, user_id, created_at) VALUES (?, ?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, id, type, String(decoding: body, as: UTF8.self), user?.rawValue,
                                     now.millisecondsSinceEpoch])
    }
    func insert(_ delivery: WebhookDelivery) throws {
        let stored = Stored(delivery.status)
        try database.cachedStatement(sql: """
            INSERT INTO webhook_delivery (tenant, id, endpoint_id, message_id, status, attempt, failures, due_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, delivery.id.rawValue, delivery.endpointId.rawValue, delivery.messageId, stored.name, delivery.attempt,
                delivery.failures, stored.dueAt?.millisecondsSinceEpoch, delivery.createdAt.millisecondsSinceEpoch,
            ])
    }
    func update(_ delivery: WebhookDelivery) throws {
        let stored = Stored(delivery.status)
        try database.cachedStatement(sql: """
            UPDATE webhook_delivery SET status = ?, attempt = ?, failures = ?, due_at = ? WHERE tenant = ? AND id = ?
            """).execute(arguments: [stored.name, delivery.attempt, delivery.failures, stored.dueAt?.millisecondsSinceEpoch,
                                     tenant.rawValue, delivery.id.rawValue])
    }
    func insert(_ attempt: WebhookAttempt, of delivery: WebhookDeliveryID) throws {
        try database.cachedStatement(sql: """
            INSERT INTO webhook_attempt (tenant, delivery_id, number, at, status_code, error, duration_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [tenant.rawValue, delivery.rawValue, attempt.number, attempt.at.millisecondsSinceEpoch,
                                     attempt.statusCode, attempt.error, attempt.durationMs])
    }

    func find(_ id: WebhookDeliveryID) throws -> WebhookDelivery? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM \(Self.source) WHERE d.tenant = ? AND d.id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(delivery)
    }
    /// Deliveries to a receiver that have no end yet.
    func pending(of endpoint: WebhookID) throws -> [WebhookDelivery] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM \(Self.source)
            WHERE d.tenant = ? AND d.endpoint_id = ? AND d.status IN ('queued', 'waiting') ORDER BY d.created_at, d.id
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, endpoint.rawValue]).map(delivery)
    }

    /// What a list may be limited to, as people know it.
    package enum Filter: String { case pending, succeeded, failed }
    /// Deliveries to a receiver made since then, newest first.
    func page(of endpoint: WebhookID, _ filter: Filter?, since start: Timestamp, limit: Int, offset: Int) throws -> [WebhookDelivery] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM \(Self.source)
            WHERE d.tenant = ? AND d.endpoint_id = ? AND d.created_at > ? AND d.status IN (?, ?, ?, ?)
            ORDER BY d.created_at DESC, d.id DESC LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: arguments(endpoint, filter, start) + [limit, offset]).map(delivery)
    }
    func count(of endpoint: WebhookID, _ filter: Filter?, since start: Timestamp) throws -> Int {
        let statement = try database.cachedStatement(sql: """
            SELECT count(*) FROM webhook_delivery WHERE tenant = ? AND endpoint_id = ? AND created_at > ? AND status IN (?, ?, ?, ?)
            """)
        return try Int.fetchOne(statement, arguments: arguments(endpoint, filter, start)) ?? 0
    }
    private func arguments(_ endpoint: WebhookID, _ filter: Filter?, _ start: Timestamp) -> StatementArguments {
        let names = switch filter {
        case nil: ["queued", "waiting", "succeeded", "failed"]
        case .pending: ["queued", "waiting", "queued", "waiting"]
        case .succeeded: Array(repeating: "succeeded", count: 4)
        case .failed: Array(repeating: "failed", count: 4)
        }
        return [tenant.rawValue, endpoint.rawValue, start.millisecondsSinceEpoch] + StatementArguments(names)
    }
    /// Oldest first.
    func attempts(of delivery: WebhookDeliveryID) throws -> [WebhookAttempt] {
        let statement = try database.cachedStatement(sql: """
            SELECT number, at, status_code, error, duration_ms FROM webhook_attempt WHERE tenant = ? AND delivery_id = ? ORDER BY number
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, delivery.rawValue]).map {
            WebhookAttempt(number: $0[0], at: $0.time(1), statusCode: $0[2], error: $0[3], durationMs: $0[4])
        }
    }

    /// Deletes messages made before, with their deliveries.
    func prune(before: Timestamp) throws {
        try database.cachedStatement(sql: "DELETE FROM webhook_message WHERE tenant = ? AND created_at <= ?")
            .execute(arguments: [tenant.rawValue, before.millisecondsSinceEpoch])
    }
    /// Messages about a person who is erased, with their bodies.
    func messages(about user: User.ID) throws -> [(id: String, body: String)] {
        let statement = try database.cachedStatement(
            sql: "SELECT id, body FROM webhook_message WHERE tenant = ? AND user_id = ? ORDER BY id")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue]).map { ($0[0], $0[1]) }
    }
    /// The message is about nobody any more.
    func anonymise(message id: String, body: String) throws {
        try database.cachedStatement(sql: "UPDATE webhook_message SET body = ?, user_id = NULL WHERE tenant = ? AND id = ?")
            .execute(arguments: [body, tenant.rawValue, id])
    }

    private struct Stored {
        let name: String
        var dueAt: Timestamp?
        init(_ status: WebhookDeliveryStatus) {
            switch status {
            case .queued(let since): (name, dueAt) = ("queued", since)
            case .waiting(let until): (name, dueAt) = ("waiting", until)
            case .succeeded: name = "succeeded"
            case .failed: name = "failed"
            }
        }
    }
    private func delivery(_ row: Row) throws -> WebhookDelivery {
        let status: WebhookDeliveryStatus
        switch (row[4] as String, row.optionalTime(5)) {
        case ("queued", let at?): status = .queued(since: at)
        case ("waiting", let at?): status = .waiting(until: at)
        case ("succeeded", _): status = .succeeded
        case ("failed", _): status = .failed
        default: throw UnreadableRow(description: "webhook delivery \(row[0] as String) is \(row[4] as String) without its time")
        }
        return WebhookDelivery(id: WebhookDeliveryID(row[0] as String), endpointId: WebhookID(row[1] as String), messageId: row[2],
                               type: row[3], status: status, attempt: row[6], failures: row[7], createdAt: row.time(8))
    }
}
