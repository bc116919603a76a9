import Contracts
import GRDB
import Kernel

/// Which payment a guest's key opens, and where the guest goes on.
package struct GuestKeyStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    package func insert(_ hash: String, of payment: PaymentID, returnURL: String?, dueAt: Timestamp?) throws {
        try database.cachedStatement(sql: """
            INSERT INTO guest_key (tenant, secret_hash, payment_id, return_url, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """)
            .execute(arguments: [tenant.rawValue, hash, payment.rawValue, returnURL, dueAt?.millisecondsSinceEpoch])
    }
    /// Guests can no longer open these payments with a key.
    package func deleteAll(of user: User.ID) throws {
        try database.execute(
            sql: "DELETE FROM guest_key WHERE tenant = ?1 AND payment_id IN (SELECT id FROM payment WHERE tenant = ?1 AND user_id = ?2)",
            arguments: [tenant.rawValue, user.rawValue])
    }
    package func find(_ hash: String) throws -> (payment: PaymentID, returnURL: String?, dueAt: Timestamp?)? {
        let statement =
            try database.cachedStatement(sql: "SELECT payment_id, return_url, due_at FROM guest_key WHERE tenant = ? AND secret_hash = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, hash]).map {
            (PaymentID($0[0] as String), $0[1], $0.optionalTime(2))
        }
    }
}

/// Who may see and move a payment: its buyer, or a guest who holds its key.
package struct PayerCheck {
    package static let header = "x-client-secret"
    package let payments: PaymentStore
    package let keys: GuestKeyStore
    package let user: User.ID?

    /// Throws 401 for somebody without either, 404 for the wrong one.
    package func require(_ id: PaymentID, secretHash: String?) throws -> Payment {
        if let secretHash {
            guard let key = try keys.find(secretHash), key.payment == id else { throw Rejection.notFound }
            return try payments.require(id)
        }
        guard let user else { throw Rejection.unauthenticated }
        return try payments.require(id, of: user)
    }
}

extension PayerCheck {
    package init(_ database: Database, _ tenant: TenantID, _ user: User.ID?) {
        self.init(payments: PaymentStore(database, tenant), keys: GuestKeyStore(database, tenant), user: user)
    }
}
