import CatalogKit
import GRDB
import Kernel

/// The fuels of a tenant. There are a handful.
package struct FuelTypeStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = "code, name, family, grade, octane, active, position"
    private static func fuel(_ row: Row) -> FuelType {
        FuelType(code: row[0], name: row[1], family: row[2], grade: row[3], octane: row[4], active: row[5], position: row[6])
    }

    package func find(_ code: String) throws -> FuelType? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM fuel_type WHERE tenant = ? AND code = ?"),
                         arguments: [tenant.rawValue, code]).map(Self.fuel)
    }
    /// Throws 404.
    func require(_ code: String) throws -> FuelType {
        guard let fuel = try find(code) else { throw Rejection.notFound }
        return fuel
    }
    /// In the order of lists.
    package func all() throws -> [FuelType] {
        try Row.fetchAll(try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM fuel_type WHERE tenant = ? ORDER BY position, code"),
            arguments: [tenant.rawValue]).map(Self.fuel)
    }
    func save(_ fuel: FuelType) throws {
        try database.cachedStatement(sql: """
            INSERT INTO fuel_type (tenant, code, name, family, grade, octane, active, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, code) DO UPDATE SET name = excluded.name, active = excluded.active
            """).execute(arguments: [
                tenant.rawValue, fuel.code, fuel.name, fuel.family, fuel.grade, fuel.octane, fuel.active, fuel.position,
            ])
    }
}

extension CatalogScope {
    package var fuelTypes: FuelTypeStore { FuelTypeStore(database: database, tenant: tenant) }
}
