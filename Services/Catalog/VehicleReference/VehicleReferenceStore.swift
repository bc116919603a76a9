import CatalogKit
import Contracts
import GRDB
import Kernel

/// Makes, models and plate formats of the reference list.
struct VehicleReferenceStore {
    let database: Database
    let tenant: TenantID

    /// Makes are equal if they differ in capitals only.
    private static func key(_ make: String) -> String { make.trimmed.lowercased() }

    // MARK: - Makes and models

    struct Make {
        let make: String
        let models: Int
    }
    /// By name.
    func makes(limit: Int, offset: Int) throws -> (makes: [Make], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM vehicle_make WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        return (try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT make, (SELECT count(*) FROM vehicle_model AS model WHERE model.tenant = vehicle_make.tenant
                AND model.make_key = vehicle_make.make_key)
            FROM vehicle_make WHERE tenant = ? ORDER BY make_key LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset]).map { Make(make: $0[0], models: $0[1]) }, total)
    }
    func has(make: String) throws -> Bool {
        try Bool.fetchOne(try database.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM vehicle_make WHERE tenant = ? AND make_key = ?)"),
            arguments: [tenant.rawValue, Self.key(make)]) ?? false
    }
    /// By name.
    func models(of make: String) throws -> [VehicleModel] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT model, year_from, year_to, fuel_types, tank_thousandths FROM vehicle_model WHERE tenant = ? AND make_key = ?
            ORDER BY model
            """), arguments: [tenant.rawValue, Self.key(make)]).map { row in
            VehicleModel(model: row[0], yearFrom: row[1], yearTo: row[2],
                         fuelTypes: try JSON.decode([String].self, from: Array((row[3] as String).utf8)), tankThousandths: row[4])
        }
    }
    /// Replaces what the make had.
    func save(_ make: String, _ models: [VehicleModel]) throws {
        let key = Self.key(make)
        try database.cachedStatement(sql: """
            INSERT INTO vehicle_make (tenant, make_key, make) VALUES (?, ?, ?)
            ON CONFLICT (tenant, make_key) DO UPDATE SET make = excluded.make
            """).execute(arguments: [tenant.rawValue, key, make])
        try database.cachedStatement(sql: "DELETE FROM vehicle_model WHERE tenant = ? AND make_key = ?")
            .execute(arguments: [tenant.rawValue, key])
        for model in models {
            try database.cachedStatement(sql: """
                INSERT INTO vehicle_model (tenant, make_key, model, year_from, year_to, fuel_types, tank_thousandths)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """).execute(arguments: [
                    tenant.rawValue, key, model.model, model.yearFrom, model.yearTo,
                    String(decoding: try JSON.encode(model.fuelTypes), as: UTF8.self), model.tankThousandths,
                ])
        }
    }

    // MARK: - Plates

    struct PlateFormat {
        let region: String
        let name: String
        let masks: [String]
    }
    private static func format(_ row: Row) throws -> PlateFormat {
        PlateFormat(region: row[0], name: row[1], masks: try JSON.decode([String].self, from: Array((row[2] as String).utf8)))
    }
    func plateFormat(_ region: String) throws -> PlateFormat? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT region, name, masks FROM plate_format WHERE tenant = ? AND region = ?"),
                         arguments: [tenant.rawValue, region]).map(Self.format)
    }
    /// By region.
    func plateFormats(limit: Int, offset: Int) throws -> (formats: [PlateFormat], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM plate_format WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        return (try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT region, name, masks FROM plate_format WHERE tenant = ? ORDER BY region LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset]).map(Self.format), total)
    }
    func save(_ format: PlateFormat) throws {
        try database.cachedStatement(sql: """
            INSERT INTO plate_format (tenant, region, name, masks) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, region) DO UPDATE SET name = excluded.name, masks = excluded.masks
            """).execute(arguments: [
                tenant.rawValue, format.region, format.name, String(decoding: try JSON.encode(format.masks), as: UTF8.self),
            ])
    }
}

extension CatalogScope {
    var vehicleReference: VehicleReferenceStore { VehicleReferenceStore(database: database, tenant: tenant) }
}
