import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `shift`, for one tenant.
package struct ShiftStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = "id, driver_id, truck_id, truck_code, area_id, started_at, ended_at, ended_by, shown_at"

    package func find(_ id: ShiftID) throws -> Shift? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM shift WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.shift)
    }
    /// The open one of a driver.
    package func open(of driver: User.ID) throws -> Shift? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM shift WHERE tenant = ? AND driver_id = ? AND ended_at IS NULL
            """), [tenant, driver.rawValue]).map(Self.shift)
    }
    /// The open one with a truck.
    package func open(with truck: TruckID) throws -> Shift? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM shift WHERE tenant = ? AND truck_id = ? AND ended_at IS NULL
            """), [tenant, truck.rawValue]).map(Self.shift)
    }
    /// All open shifts, by the codes of their trucks.
    package func open(limit: Int) throws -> [Shift] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM shift WHERE tenant = ? AND ended_at IS NULL ORDER BY truck_code LIMIT ?
            """), [tenant, limit]).map(Self.shift)
    }
    /// The open ones of an area whose trucks carry a fuel.
    func open(in areaId: ServiceAreaID, carrying fuelType: String) throws -> [Shift] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM shift WHERE tenant = ?1 AND area_id = ?2 AND ended_at IS NULL
                AND EXISTS (SELECT 1 FROM truck_compartment c
                            WHERE c.tenant = ?1 AND c.truck_id = shift.truck_id AND c.fuel_type = ?3)
            ORDER BY truck_code
            """), [tenant, areaId.rawValue, fuelType]).map(Self.shift)
    }

    package func insert(_ shift: Shift) throws {
        try db.cachedStatement(sql: """
            INSERT INTO shift (tenant, id, driver_id, truck_id, truck_code, area_id, started_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """).run([tenant, shift.id.rawValue, shift.driver.rawValue, shift.truck.rawValue, shift.truckCode, shift.areaId.rawValue,
                      shift.startedAt.millisecondsSinceEpoch])
    }
    package func setShown(_ at: Timestamp, of shift: ShiftID) throws {
        try db.cachedStatement(sql: "UPDATE shift SET shown_at = ? WHERE tenant = ? AND id = ?")
            .run([at.millisecondsSinceEpoch, tenant, shift.rawValue])
    }
    func end(_ shift: Shift) throws {
        try db.cachedStatement(sql: "UPDATE shift SET ended_at = ?, ended_by = ? WHERE tenant = ? AND id = ? AND ended_at IS NULL")
            .run([shift.endedAt?.millisecondsSinceEpoch, shift.endedBy?.rawValue, tenant, shift.id.rawValue])
    }

    private static func shift(_ row: StoredRow) throws -> Shift {
        var shift = Shift(id: ShiftID(row[0] as String), driver: User.ID(row[1] as String), truck: TruckID(row[2] as String),
                          truckCode: row[3], areaId: ServiceAreaID(row[4] as String), startedAt: Timestamp(millisecondsSinceEpoch: row[5]))
        shift.endedAt = (row[6] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        shift.shownAt = (row[8] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) }
        if let text = row[7] as String? {
            guard let ending = Shift.Ending(rawValue: text) else { throw UnreadableRow("shift \(row[0] as String)") }
            shift.endedBy = ending
        }
        return shift
    }
}

/// Rows of `fuel_driver`: the accounts that may drive, for one tenant.
package struct FuelDriverStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func contains(_ id: User.ID) throws -> Bool {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM fuel_driver WHERE tenant = ? AND id = ?"),
                         arguments: [tenant, id.rawValue]) != nil
    }
    package func insert(_ id: User.ID) throws {
        try db.cachedStatement(sql: "INSERT INTO fuel_driver (tenant, id) VALUES (?, ?) ON CONFLICT DO NOTHING").run([tenant, id.rawValue])
    }
    package func delete(_ id: User.ID) throws {
        try db.cachedStatement(sql: "DELETE FROM fuel_driver WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }
}
