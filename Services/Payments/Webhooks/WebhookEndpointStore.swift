import GRDB
import Kernel
import PaymentsKit

/// Rows of receivers. Secrets go in and out encrypted.
package struct WebhookEndpointStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "id, url, events, description, status, failing_since, created_at"

    package func find(_ id: WebhookID) throws -> WebhookEndpoint? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM webhook_endpoint WHERE tenant = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(endpoint)
    }
    /// Throws 404 for what is not there.
    package func require(_ id: WebhookID) throws -> WebhookEndpoint {
        guard let endpoint = try find(id) else { throw Rejection.notFound }
        return endpoint
    }
    /// All of them, at most ten; newest first.
    package func all() throws -> [WebhookEndpoint] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM webhook_endpoint WHERE tenant = ? ORDER BY created_at DESC, id DESC")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue]).map(endpoint)
    }
    package func count() throws -> Int {
        let statement = try database.cachedStatement(sql: "SELECT count(*) FROM webhook_endpoint WHERE tenant = ?")
        return try Int.fetchOne(statement, arguments: [tenant.rawValue]) ?? 0
    }
    package func insert(_ endpoint: WebhookEndpoint, protectedSecret: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO webhook_endpoint (tenant, id, url, events, description, status, failing_since, created_at, secret)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, endpoint.id.rawValue, endpoint.url, try Self.text(endpoint.events), endpoint.description,
                endpoint.status.rawValue, endpoint.failingSince?.millisecondsSinceEpoch, endpoint.createdAt.millisecondsSinceEpoch,
                protectedSecret,
            ])
    }
    package func update(_ endpoint: WebhookEndpoint) throws {
        try database.cachedStatement(sql: """
            UPDATE webhook_endpoint SET url = ?, events = ?, description = ?, status = ?, failing_since = ? WHERE tenant = ? AND id = ?
            """).execute(arguments: [
                endpoint.url, try Self.text(endpoint.events), endpoint.description, endpoint.status.rawValue,
                endpoint.failingSince?.millisecondsSinceEpoch, tenant.rawValue, endpoint.id.rawValue,
            ])
    }
    /// The secret so far signs beside the new one until then; the one before it is forgotten.
    func rotate(_ id: WebhookID, to protectedSecret: String, previousUntil: Timestamp) throws {
        try database.cachedStatement(sql: """
            UPDATE webhook_endpoint SET previous_secret = secret, previous_valid_until = ?, secret = ? WHERE tenant = ? AND id = ?
            """).execute(arguments: [previousUntil.millisecondsSinceEpoch, protectedSecret, tenant.rawValue, id.rawValue])
    }
    /// With its deliveries.
    package func delete(_ id: WebhookID) throws {
        try database.cachedStatement(sql: "DELETE FROM webhook_endpoint WHERE tenant = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, id.rawValue])
    }

    private static func text(_ events: [String]) throws -> String { String(decoding: try JSON.encode(events), as: UTF8.self) }
    private func endpoint(_ row: Row) throws -> WebhookEndpoint {
        guard let status = WebhookStatus(rawValue: row[4]) else {
            throw UnreadableRow(description: "webhook endpoint \(row[0] as String) is \(row[4] as String)")
        }
        return WebhookEndpoint(id: WebhookID(row[0] as String), url: row[1],
                               events: try JSON.decode([String].self, from: Array((row[2] as String).utf8)), description: row[3],
                               status: status, failingSince: row.optionalTime(5), createdAt: row.time(6))
    }
}
