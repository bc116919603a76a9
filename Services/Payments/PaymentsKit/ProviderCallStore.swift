import Contracts
import GRDB
import Kernel

/// Rows of calls to providers and of events that providers sent.
package struct ProviderCallStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Longer than any provider repeats an event.
    static let eventsKeptFor: Duration = .days(30)

    /// The call, if it waits for the answer to this try.
    package func find(_ id: String, tries: Int) throws -> ProviderCall? {
        let statement = try database.cachedStatement(sql: """
            SELECT kind, provider, payment_id, attempt, refund_id, created_at FROM provider_call
            WHERE tenant = ? AND id = ? AND tries = ? AND state = 'queued'
            """)
        guard let row = try Row.fetchOne(statement, arguments: [tenant.rawValue, id, tries]),
            let kind = ProviderCallKind(rawValue: row[0]) else { return nil }
        return ProviderCall(id: id, kind: kind, provider: row[1], paymentId: PaymentID(row[2] as String), attempt: row[3],
            refundId: (row[4] as String?).map { RefundID($0) }, tries: tries, createdAt: row.time(5))
    }
    /// The same call twice is one.
    package func insert(_ call: ProviderCall) throws {
        try database.cachedStatement(sql: """
            INSERT INTO provider_call (tenant, id, kind, provider, payment_id, attempt, refund_id, state, tries, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [
                tenant.rawValue, call.id, call.kind.rawValue, call.provider, call.paymentId.rawValue, call.attempt, call.refundId?.rawValue,
                call.tries, call.createdAt.millisecondsSinceEpoch,
            ])
    }
    package func wait(_ id: String) throws {
        try database.cachedStatement(sql: "UPDATE provider_call SET state = 'waiting' WHERE tenant = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, id])
    }
    /// It is made again, as this try.
    package func queue(_ id: String, tries: Int) throws {
        try database.cachedStatement(sql: """
            UPDATE provider_call SET state = 'queued', tries = ? WHERE tenant = ? AND id = ? AND state = 'waiting'
            """).execute(arguments: [tries, tenant.rawValue, id])
    }
    package func delete(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM provider_call WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
    /// Ids of the calls about an attempt that are still to be made; refunds are not among them.
    package func open(of payment: PaymentID, attempt: Int) throws -> [String] {
        let statement = try database.cachedStatement(sql: """
            SELECT id FROM provider_call WHERE tenant = ? AND payment_id = ? AND attempt = ? AND refund_id IS NULL ORDER BY id
            """)
        return try String.fetchAll(statement, arguments: [tenant.rawValue, payment.rawValue, attempt])
    }

    /// Notes an event. False: it was noted before.
    package func insert(event id: String, of provider: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM provider_event WHERE tenant = ? AND at < ?")
            .execute(arguments: [tenant.rawValue, (now - Self.eventsKeptFor).millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            INSERT INTO provider_event (tenant, provider, event_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, provider, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
}
