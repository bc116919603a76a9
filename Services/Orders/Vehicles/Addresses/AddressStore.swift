import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `address`, for one tenant.
package struct AddressStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: AddressID) throws -> Address? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM address WHERE tenant = ? AND id = ?"), [tenant, id.rawValue])
            .map(Self.address)
    }
    /// Somebody's own address. Throws `notFound`.
    package func require(_ id: AddressID, of owner: User.ID) throws -> Address {
        guard let address = try find(id), address.owner == owner else { throw Rejection.notFound }
        return address
    }
    private static func address(_ row: StoredRow) throws -> Address { try JSON.decode(Address.self, from: (row[0] as String).utf8) }

    /// Newest first.
    package func all(of owner: User.ID, limit: Int = -1, offset: Int = 0) throws -> [Address] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM address WHERE tenant = ? AND owner_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """), [tenant, owner.rawValue, limit, offset]).map(Self.address)
    }
    func count(of owner: User.ID) throws -> Int {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM address WHERE tenant = ? AND owner_id = ?"), [tenant, owner.rawValue])
            .map { $0[0] } ?? 0
    }

    func insert(_ address: Address) throws {
        try db.cachedStatement(sql: "INSERT INTO address (tenant, id, owner_id, created_at, body) VALUES (?, ?, ?, ?, ?)").run([
            tenant, address.id.rawValue, address.owner.rawValue, address.createdAt.millisecondsSinceEpoch, try JSON.text(address),
        ])
    }
    func update(_ address: Address) throws {
        try db.cachedStatement(sql: "UPDATE address SET body = ? WHERE tenant = ? AND id = ?")
            .run([try JSON.text(address), tenant, address.id.rawValue])
    }
    func delete(_ id: AddressID) throws {
        try db.cachedStatement(sql: "DELETE FROM address WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }
    func deleteAll(of owner: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM address WHERE tenant = ? AND owner_id = ?").run([tenant, owner.rawValue])
    }
}
