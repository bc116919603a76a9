import Contracts
import FoundationEssentials
import GRDB
import Kernel
import PaymentsKit

/// One try of one call.
struct ProviderTry: Hashable, Sendable {
    let tenant: TenantID
    let callId: String
    let tries: Int
}

/// What a caller reads of the shard's file, beside the writer.
struct ProviderCallQueue: Sendable {
    let reader: any DatabaseReader
    package init(_ reader: any DatabaseReader) { self.reader = reader }

    struct Tenant: Sendable {
        let revision: Int64
        let clockOffset: Duration
        let definition: TenantDefinition
    }

    /// Tenants with queued calls. Takes one statement for each of them plus one, however long a queue is.
    func waiting() throws -> [TenantID] {
        try reader.read { db in
            let statement = try db.cachedStatement(sql: Self.waitingSQL)
            var found: [TenantID] = []
            while let tenant = try String.fetchOne(statement, arguments: [found.last?.rawValue ?? ""]) {
                found.append(TenantID(unchecked: tenant))
            }
            return found
        }
    }
    static let waitingSQL = "SELECT tenant FROM provider_call WHERE state = 'queued' AND tenant > ? ORDER BY tenant LIMIT 1"

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
