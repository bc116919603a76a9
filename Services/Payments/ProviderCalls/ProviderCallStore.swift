import Contracts
import FoundationEssentials
import GRDB
import Kernel
import PaymentsKit

/// Rows of calls to providers and of events that providers sent.
struct ProviderCallStore {
    let database: Database
    let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    /// Longer than any provider repeats an event.
    static let eventsKeptFor: Duration = .days(30)

    /// The call, if it waits for the answer to this try.
    func find(_ id: String, tries: Int) throws -> ProviderCall? {
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
    func insert(_ call: ProviderCall) throws {
        try database.cachedStatement(sql: """
            INSERT INTO provider_call (tenant, id, kind, provider, payment_id, attempt, refund_id, state, tries, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [
                tenant.rawValue, call.id, call.kind.rawValue, call.provider, call.paymentId.rawValue, call.attempt, call.refundId?.rawValue,
                call.tries, call.createdAt.millisecondsSinceEpoch,
            ])
    }
    func wait(_ id: String) throws {
        try database.cachedStatement(sql: "UPDATE provider_call SET state = 'waiting' WHERE tenant = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, id])
    }
    /// It is made again, as this try.
    func queue(_ id: String, tries: Int) throws {
        try database.cachedStatement(sql: """
            UPDATE provider_call SET state = 'queued', tries = ? WHERE tenant = ? AND id = ? AND state = 'waiting'
            """).execute(arguments: [tries, tenant.rawValue, id])
    }
    func delete(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM provider_call WHERE tenant = ? AND id = ?").execute(arguments: [tenant.rawValue, id])
    }
    /// Ids of the calls about an attempt that are still to be made; refunds are not among them.
    func open(of payment: PaymentID, attempt: Int) throws -> [String] {
        let statement = try database.cachedStatement(sql: """
            SELECT id FROM provider_call WHERE tenant = ? AND payment_id = ? AND attempt = ? AND refund_id IS NULL ORDER BY id
            """)
        return try String.fetchAll(statement, arguments: [tenant.rawValue, payment.rawValue, attempt])
    }

    /// Notes an event. False: it was noted before.
    func insert(event id: String, of provider: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM provider_event WHERE tenant = ? AND at < ?")
            .execute(arguments: [tenant.rawValue, (now - Self.eventsKeptFor).millisecondsSinceEpoch])
        try database.cachedStatement(sql: """
            INSERT INTO provider_event (tenant, provider, event_id, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [tenant.rawValue, provider, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }
}

/// One try of one call.
struct ProviderTry: Hashable, Sendable {
    let tenant: TenantID
    let callId: String
    let tries: Int
}

/// What a caller reads of the shard's file, beside the writer.
package struct ProviderCallQueue: Sendable {
    let reader: any DatabaseReader
    package init(_ reader: any DatabaseReader) { self.reader = reader }

    struct Tenant: Sendable {
        let revision: Int64
        let clockOffset: Duration
        let definition: TenantDefinition
    }

    /// Tenants with queued calls. Takes one statement for each of them plus one, however long a queue is.
    package func waiting() throws -> [TenantID] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: Self.waitingSQL)
            var found: [TenantID] = []
            while let tenant = try String.fetchOne(statement, arguments: [found.last?.rawValue ?? ""]) {
                found.append(TenantID(unchecked: tenant))
            }
            return found
        }
    }
    package static let waitingSQL = "SELECT tenant FROM provider_call WHERE state = 'queued' AND tenant > ? ORDER BY tenant LIMIT 1"

    /// Nil: the tenant has no definition.
    func tenant(_ tenant: TenantID) throws -> Tenant? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT revision, clock_offset, definition FROM souk_tenant WHERE tenant = ? AND definition IS NOT NULL
                """)
            return try Row.fetchOne(statement, arguments: [tenant.rawValue]).map { row in
                Tenant(revision: row[0], clockOffset: .milliseconds(row[1] as Int64),
                    definition: try JSON.decode(TenantDefinition.self, from: [UInt8](row[2] as Data)))
            }
        }
    }
    /// The oldest calls.
    func next(of tenant: TenantID, limit: Int) throws -> [ProviderTry] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT id, tries FROM provider_call WHERE tenant = ? AND state = 'queued' ORDER BY created_at, id LIMIT ?
                """)
            let rows = try Row.fetchAll(statement, arguments: [tenant.rawValue, limit])
            return rows.map { ProviderTry(tenant: tenant, callId: $0[0], tries: $0[1]) }
        }
    }
    /// The call of a try that is still wanted, and its provider.
    /// - Parameter old: calls made before are old.
    func request(_ attempt: ProviderTry, old: Timestamp) throws -> (provider: String, request: ProviderRequest)? {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT c.kind, c.provider, c.payment_id, p.order_id, c.attempt, p.amount, p.currency, a.reference, a.provider_reference,
                    c.refund_id, r.amount, r.provider_reference, c.created_at,
                    p.capture_method, p.capture_pending_amount
                FROM provider_call c
                JOIN payment p ON p.tenant = c.tenant AND p.id = c.payment_id
                JOIN attempt a ON a.tenant = c.tenant AND a.payment_id = c.payment_id AND a.number = c.attempt
                LEFT JOIN refund r ON r.tenant = c.tenant AND r.id = c.refund_id
                WHERE c.tenant = ? AND c.id = ? AND c.tries = ? AND c.state = 'queued'
                """)
            guard let row = try Row.fetchOne(statement, arguments: [attempt.tenant.rawValue, attempt.callId, attempt.tries]),
                let kind = ProviderCallKind(rawValue: row[0]) else { return nil }
            let amount = try row.money(5, 6)
            let refund = (row[9] as String?).map { id in
                ProviderRequest.Part(id: RefundID(id), amount: Money(row[10], amount.currency), reference: row[11])
            }
            let request = ProviderRequest(tenant: attempt.tenant, callId: attempt.callId, kind: kind,
                paymentId: PaymentID(row[2] as String), orderId: OrderID(row[3] as String), attempt: row[4], amount: amount, method: row[7],
                reference: row[8], refund: refund, captureMethod: CaptureMethod(rawValue: row[13]) ?? .automatic,
                capture: (row[14] as Int?).map { Money($0, amount.currency) }, isOld: row.time(12) < old)
            return (row[1], request)
        }
    }
    /// Of these tries, those that still wait for their answer.
    func open(_ tries: [ProviderTry]) throws -> Set<ProviderTry> {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: """
                SELECT EXISTS (SELECT 1 FROM provider_call WHERE tenant = ? AND id = ? AND tries = ? AND state = 'queued')
                """)
            return try Set(tries.filter { try Bool.fetchOne(statement, arguments: [$0.tenant.rawValue, $0.callId, $0.tries]) ?? false })
        }
    }
}
