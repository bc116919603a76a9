import Contracts
import GRDB
import Kernel
import Messaging
import Storage

/// Rows of `truck_roster`, and of `window_truck`: trucks as `orders` described them last.
package struct TruckRosterStore {
    private let database: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant.rawValue) }

    // MARK: - Rosters

    package func roster(of truck: TruckID) throws -> TruckRoster {
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT position, area_id, weekday, stops FROM truck_roster WHERE tenant = ? AND truck_id = ?
            """), [tenant, truck.rawValue])
        let entries = Dictionary(grouping: rows) { $0[0] as Int }
        return TruckRoster(entries.sorted { $0.key < $1.key }.compactMap { _, days in
            guard let first = days.first else { return nil }
            let numbers = Set(days.map { $0[2] as Int })
            return TruckRoster.Row(areaId: ServiceAreaID(first[1] as String),
                                   weekdays: Weekday.allCases.filter { numbers.contains($0.number) }, stopsPerWindow: first[3])
        })
    }
    package func replace(_ roster: TruckRoster, of truck: TruckID) throws {
        try database.cachedStatement(sql: "DELETE FROM truck_roster WHERE tenant = ? AND truck_id = ?").run([tenant, truck.rawValue])
        let insert = try database.cachedStatement(sql: """
            INSERT INTO truck_roster (tenant, truck_id, area_id, weekday, stops, position) VALUES (?, ?, ?, ?, ?, ?)
            """)
        for (position, row) in roster.rows.enumerated() {
            for day in row.weekdays {
                try insert.run([tenant, truck.rawValue, row.areaId.rawValue, day.number, row.stopsPerWindow, position])
            }
        }
    }
    /// Trucks that are rostered for an area. One that nobody described yet is left out: what it carries is unknown.
    package func trucks(in area: ServiceAreaID) throws -> [RosteredTruck] {
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT r.truck_id, t.code, t.fuel_types, r.weekday, r.stops
            FROM truck_roster r CROSS JOIN window_truck t ON t.tenant = r.tenant AND t.truck_id = r.truck_id
            WHERE r.tenant = ? AND r.area_id = ?
            """), [tenant, area.rawValue])
        return try rows.map { row in
            RosteredTruck(truck: TruckID(row[0] as String), code: row[1],
                          fuels: Set(try JSON.decode([String].self, from: (row[2] as String).utf8)), weekday: row[3], stops: row[4])
        }
    }

    // MARK: - Trucks

    package func knows(_ truck: TruckID) throws -> Bool {
        try StoredRow.fetchOne(try database.cachedStatement(sql: "SELECT 1 FROM window_truck WHERE tenant = ? AND truck_id = ?"),
                               [tenant, truck.rawValue]) != nil
    }
    package func remember(_ truck: TruckID, code: String, fuels: [String]) throws {
        try database.cachedStatement(sql: """
            INSERT INTO window_truck (tenant, truck_id, code, fuel_types) VALUES (?, ?, ?, ?)
            ON CONFLICT (tenant, truck_id) DO UPDATE SET code = excluded.code, fuel_types = excluded.fuel_types
            """).run([tenant, truck.rawValue, code, try String(decoding: JSON.encode(fuels), as: UTF8.self)])
    }
}
