import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `vehicle`, for one tenant.
package struct VehicleStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: VehicleID) throws -> Vehicle? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT body FROM vehicle WHERE tenant = ? AND id = ?"), [tenant, id.rawValue])
            .map(Self.vehicle)
    }
    /// Somebody's own vehicle. Throws `notFound`.
    package func require(_ id: VehicleID, of owner: User.ID) throws -> Vehicle {
        guard let vehicle = try find(id), vehicle.owner == owner else { throw Rejection.notFound }
        return vehicle
    }
    private static func vehicle(_ row: StoredRow) throws -> Vehicle { try JSON.decode(Vehicle.self, from: (row[0] as String).utf8) }

    /// Newest first.
    package func all(of owner: User.ID, limit: Int = -1, offset: Int = 0) throws -> [Vehicle] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT body FROM vehicle WHERE tenant = ? AND owner_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """), [tenant, owner.rawValue, limit, offset]).map(Self.vehicle)
    }
    package func count(of owner: User.ID) throws -> Int {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT count(*) FROM vehicle WHERE tenant = ? AND owner_id = ?"), [tenant, owner.rawValue])
            .map { $0[0] } ?? 0
    }
    /// The owner's vehicle with this plate.
    func find(_ plate: Plate, of owner: User.ID) throws -> VehicleID? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT id FROM vehicle WHERE tenant = ? AND owner_id = ? AND region = ? AND plate = ?
            """), [tenant, owner.rawValue, plate.region, plate.normalized]).map { VehicleID($0[0] as String) }
    }
    func defaultVehicle(of owner: User.ID) throws -> Vehicle? {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT body FROM vehicle WHERE tenant = ? AND owner_id = ? AND is_default = 1"),
            [tenant, owner.rawValue]).map(Self.vehicle)
    }

    func insert(_ vehicle: Vehicle) throws {
        try db.cachedStatement(sql: """
            INSERT INTO vehicle (tenant, id, owner_id, region, plate, is_default, created_at, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, vehicle.id.rawValue, vehicle.owner.rawValue, vehicle.plate.region, vehicle.plate.normalized, vehicle.isDefault,
                vehicle.createdAt.millisecondsSinceEpoch, try JSON.text(vehicle),
            ])
    }
    func update(_ vehicle: Vehicle) throws {
        try db.cachedStatement(sql: "UPDATE vehicle SET region = ?, plate = ?, is_default = ?, body = ? WHERE tenant = ? AND id = ?").run([
            vehicle.plate.region, vehicle.plate.normalized, vehicle.isDefault, try JSON.text(vehicle), tenant, vehicle.id.rawValue,
        ])
    }
    func delete(_ id: VehicleID) throws {
        try db.cachedStatement(sql: "DELETE FROM vehicle WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }
}
