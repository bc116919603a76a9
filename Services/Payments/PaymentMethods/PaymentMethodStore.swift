import GRDB
import Kernel
import PaymentsKit

/// Rows of kept payment methods.
package struct PaymentMethodStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "id, user_id, type, reference, last4, brand, exp_month, exp_year, is_default, created_at"

    package func find(_ id: MethodID, of user: User.ID) throws -> PaymentMethod? {
        let statement =
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM payment_method WHERE tenant = ? AND user_id = ? AND id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue, id.rawValue]).map(method)
    }
    package func count(of user: User.ID) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM payment_method WHERE tenant = ? AND user_id = ?"),
                         arguments: [tenant.rawValue, user.rawValue]) ?? 0
    }
    /// Newest first.
    package func page(of user: User.ID, limit: Int, offset: Int) throws -> [PaymentMethod] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM payment_method WHERE tenant = ? AND user_id = ? ORDER BY created_at DESC, id LIMIT ? OFFSET ?
            """)
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, limit, offset]).map(method)
    }
    /// The one that is offered first.
    package func usual(of user: User.ID) throws -> MethodID? {
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM payment_method WHERE tenant = ? AND user_id = ? AND is_default = 1 LIMIT 1")
        return try String.fetchOne(statement, arguments: [tenant.rawValue, user.rawValue]).map { MethodID($0) }
    }
    package func insert(_ method: PaymentMethod) throws {
        let token = method.token
        try database.cachedStatement(sql: """
            INSERT INTO payment_method (tenant, user_id, id, type, reference, last4, brand, exp_month, exp_year, is_default, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, method.userId.rawValue, method.id.rawValue, token.type, token.reference, token.last4, token.brand,
                token.expMonth, token.expYear,
                method.isDefault, method.createdAt.millisecondsSinceEpoch,
            ])
    }
    package func delete(_ id: MethodID, of user: User.ID) throws {
        try database.cachedStatement(sql: "DELETE FROM payment_method WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, id.rawValue])
    }
    package func deleteAll(of user: User.ID) throws {
        try database.execute(sql: "DELETE FROM payment_method WHERE tenant = ? AND user_id = ?",
                             arguments: [tenant.rawValue, user.rawValue])
    }
    /// This one and no other.
    func setDefault(_ id: MethodID, of user: User.ID) throws {
        try database.cachedStatement(sql: "UPDATE payment_method SET is_default = 0 WHERE tenant = ? AND user_id = ? AND is_default = 1")
            .execute(arguments: [tenant.rawValue, user.rawValue])
        try database.cachedStatement(sql: "UPDATE payment_method SET is_default = 1 WHERE tenant = ? AND user_id = ? AND id = ?")
            .execute(arguments: [tenant.rawValue, user.rawValue, id.rawValue])
    }

    private func method(_ row: Row) -> PaymentMethod {
        PaymentMethod(id: MethodID(row[0]), userId: User.ID(row[1]), token: row.methodToken(from: 2), isDefault: row[8],
                      createdAt: row.time(9))
    }
}
