import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `truck` and `truck_compartment`, for one tenant.
package struct TruckStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = "id, code, plate, area_id, created_at, updated_at"

    package func find(_ id: TruckID) throws -> Truck? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM truck WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(truck)
    }
    package func find(code: String) throws -> Truck? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM truck WHERE tenant = ? AND code = ?"),
                               [tenant, code]).map(truck)
    }

    /// By code, which is how people look for one.
    package func list(limit: Int, offset: Int) throws -> (trucks: [Truck], total: Int) {
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM truck WHERE tenant = ?"), arguments: [tenant]) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM truck WHERE tenant = ? ORDER BY code LIMIT ? OFFSET ?
            """), [tenant, limit, offset])
        return (try rows.map(truck), total)
    }

    func insert(_ truck: Truck) throws {
        try db.cachedStatement(sql: """
            INSERT INTO truck (tenant, id, code, plate, area_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
            """).run([tenant, truck.id.rawValue, truck.code, truck.plate, truck.areaId.rawValue, truck.createdAt.millisecondsSinceEpoch,
                      truck.updatedAt.millisecondsSinceEpoch])
        try saveCompartments(of: truck)
    }
    func update(_ truck: Truck) throws {
        try db.cachedStatement(sql: "UPDATE truck SET code = ?, plate = ?, area_id = ?, updated_at = ? WHERE tenant = ? AND id = ?")
            .run([truck.code, truck.plate, truck.areaId.rawValue, truck.updatedAt.millisecondsSinceEpoch, tenant, truck.id.rawValue])
        try saveCompartments(of: truck)
    }

    /// What they hold stays: only the ledger changes it.
    private func saveCompartments(of truck: Truck) throws {
        let old = try compartments(of: truck.id).map(\.fuelType)
        for fuel in old where !truck.carries(fuel) {
            try db.cachedStatement(sql: "DELETE FROM truck_compartment WHERE tenant = ? AND truck_id = ? AND fuel_type = ?")
                .run([tenant, truck.id.rawValue, fuel])
        }
        for (place, compartment) in truck.compartments.enumerated() {
            try db.cachedStatement(sql: """
                INSERT INTO truck_compartment (tenant, truck_id, fuel_type, place, capacity) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (tenant, truck_id, fuel_type) DO UPDATE SET place = excluded.place, capacity = excluded.capacity
                """).run([tenant, truck.id.rawValue, compartment.fuelType, place, compartment.capacity.thousandths])
        }
    }

    private func compartments(of id: TruckID) throws -> [Truck.Compartment] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT c.fuel_type, c.capacity, c.on_hand, (SELECT coalesce(sum(r.gallons), 0) FROM truck_reservation r
                WHERE r.tenant = c.tenant AND r.truck_id = c.truck_id AND r.fuel_type = c.fuel_type)
            FROM truck_compartment c WHERE c.tenant = ? AND c.truck_id = ? ORDER BY c.place
            """), [tenant, id.rawValue]).map { row in
            var compartment = Truck.Compartment(fuelType: row[0], capacity: Gallons(thousandths: row[1]))
            (compartment.onHand, compartment.reserved) = (Gallons(thousandths: row[2]), Gallons(thousandths: row[3]))
            return compartment
        }
    }

    private func truck(_ row: StoredRow) throws -> Truck {
        let id = TruckID(row[0] as String)
        return Truck(id: id, code: row[1], plate: row[2], areaId: ServiceAreaID(row[3] as String), compartments: try compartments(of: id),
                     createdAt: Timestamp(millisecondsSinceEpoch: row[4]), updatedAt: Timestamp(millisecondsSinceEpoch: row[5]))
    }
}

/// Rows of `truck_reservation`, for one tenant.
package struct TruckReservationStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func insert(_ order: OrderID, on truck: TruckID, _ fuelType: String, _ gallons: Gallons) throws {
        try db.cachedStatement(sql: """
            INSERT INTO truck_reservation (tenant, order_id, truck_id, fuel_type, gallons) VALUES (?, ?, ?, ?, ?)
            """).run([tenant, order.rawValue, truck.rawValue, fuelType, gallons.thousandths])
    }
    func delete(_ order: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM truck_reservation WHERE tenant = ? AND order_id = ?").run([tenant, order.rawValue])
    }
}
