import GRDB
import Kernel
import PaymentsKit

/// A receiver of one tenant.
package struct WebhookReceiver: Hashable, Sendable {
    package let tenant: TenantID
    package let endpoint: String
}

/// One attempt of one delivery.
package struct WebhookTry: Hashable, Sendable {
    package let tenant: TenantID
    package let delivery: String
    package let attempt: Int
}

/// What the sender reads of the shard's file, beside the writer.
package struct WebhookQueue: Sendable {
    let reader: any DatabaseReader
    package init(_ reader: any DatabaseReader) { self.reader = reader }

    /// A message that is to be sent now.
    package struct Request: Sendable {
        package let url: String
        package let messageId: String
        package let body: [UInt8]
        let protectedSecret: String
        let protectedPrevious: String?
        let previousValidUntil: Timestamp?
    }

    /// Receivers with queued deliveries. Takes one statement for each of them plus one, however long a queue is.
    func waiting() throws -> [WebhookReceiver] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: Self.waitingSQL)
            var found: [WebhookReceiver] = [], last = ("", "")
            while let row = try Row.fetchOne(statement, arguments: [last.0, last.1]) {
                last = (row[0], row[1])
                found.append(WebhookReceiver(tenant: TenantID(unchecked: last.0), endpoint: last.1))
            }
            return found
        }
    }
    static let waitingSQL = """
        SELECT tenant, endpoint_id FROM webhook_delivery WHERE status = 'queued' AND (tenant, endpoint_id) > (?, ?)
        ORDER BY tenant, endpoint_id LIMIT 1
        """

    /// How far the tenant's virtual clock is ahead. Nil: the tenant has no definition.
    func clockOffset(of tenant: TenantID) throws -> Duration? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: "SELECT clock_offset FROM souk_tenant WHERE tenant = ? AND definition IS NOT NULL")
            return try Int64.fetchOne(statement, arguments: [tenant.rawValue]).map { .milliseconds($0) }
        }
    }
    func isFailing(_ receiver: WebhookReceiver) throws -> Bool {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT failing_since IS NOT NULL FROM webhook_endpoint WHERE tenant = ? AND id = ?
                """)
            return try Bool.fetchOne(statement, arguments: [receiver.tenant.rawValue, receiver.endpoint]) ?? true
        }
    }
    /// The oldest attempts.
    package func next(of receiver: WebhookReceiver, limit: Int) throws -> [WebhookTry] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT id, attempt FROM webhook_delivery WHERE tenant = ? AND endpoint_id = ? AND status = 'queued'
                ORDER BY due_at, id LIMIT ?
                """)
            return try Row.fetchAll(statement, arguments: [receiver.tenant.rawValue, receiver.endpoint, limit])
                .map { WebhookTry(tenant: receiver.tenant, delivery: $0[0], attempt: $0[1]) }
        }
    }
    /// What an attempt sends, if it is still wanted.
    func request(_ attempt: WebhookTry) throws -> Request? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT e.url, m.id, m.body, e.secret, e.previous_secret, e.previous_valid_until
                FROM webhook_delivery d
                JOIN webhook_endpoint e ON e.tenant = d.tenant AND e.id = d.endpoint_id
                JOIN webhook_message m ON m.tenant = d.tenant AND m.id = d.message_id
                WHERE d.tenant = ? AND d.id = ? AND d.attempt = ? AND d.status = 'queued'
                """)
            return try Row.fetchOne(statement, arguments: [attempt.tenant.rawValue, attempt.delivery, attempt.attempt]).map {
                Request(url: $0[0], messageId: $0[1], body: Array(($0[2] as String).utf8), protectedSecret: $0[3], protectedPrevious: $0[4],
                        previousValidUntil: $0.optionalTime(5))
            }
        }
    }
    /// Of these attempts, those whose results the file has not seen.
    func open(_ attempts: [WebhookTry]) throws -> Set<WebhookTry> {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT EXISTS (SELECT 1 FROM webhook_delivery WHERE tenant = ? AND id = ? AND attempt = ? AND status = 'queued')
                """)
            return try Set(attempts.filter {
                try Bool.fetchOne(statement, arguments: [$0.tenant.rawValue, $0.delivery, $0.attempt]) ?? false
            })
        }
    }
}
