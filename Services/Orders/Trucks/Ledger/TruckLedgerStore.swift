import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `truck_ledger_entry`, for one tenant.
package struct TruckLedgerStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func add(_ entry: TruckLedgerEntry) throws {
        let last = try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT number FROM truck_ledger_entry WHERE tenant = ? AND truck_id = ? ORDER BY number DESC LIMIT 1
            """), arguments: [tenant, entry.truck.rawValue]) ?? 0
        try db.cachedStatement(sql: """
            INSERT INTO truck_ledger_entry (tenant, truck_id, number, id, fuel_type, kind, gallons, balance, order_id, meter_start,
                meter_end, ticket, reason, by_id, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant, entry.truck.rawValue, last + 1, entry.id, entry.fuelType, entry.kind.rawValue, entry.gallons.thousandths,
                entry.balance.thousandths, entry.delivered?.order.rawValue, entry.delivered?.meterStart.thousandths,
                entry.delivered?.meterEnd.thousandths, entry.ticket, entry.reason, entry.by?.rawValue,
                entry.at.millisecondsSinceEpoch,
            ])
    }

    func isUsed(ticket: String) throws -> Bool {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM truck_ledger_entry WHERE tenant = ? AND ticket = ?"),
                         arguments: [tenant, ticket]) != nil
    }
    func hasDelivery(of order: OrderID) throws -> Bool {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM truck_ledger_entry WHERE tenant = ? AND order_id = ?"),
                         arguments: [tenant, order.rawValue]) != nil
    }
    func lastMeterEnd(of fuelType: String, on truck: TruckID) throws -> Gallons? {
        try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT meter_end FROM truck_ledger_entry WHERE tenant = ? AND truck_id = ? AND fuel_type = ? AND meter_end IS NOT NULL
            ORDER BY number DESC LIMIT 1
            """), arguments: [tenant, truck.rawValue, fuelType]).map { Gallons(thousandths: $0) }
    }

    /// Newest first.
    func list(of truck: TruckID, limit: Int, offset: Int) throws -> (entries: [TruckLedgerEntry], total: Int) {
        // Numbers have no gaps, so the last one counts them.
        let total = try Int.fetchOne(try db.cachedStatement(sql: """
            SELECT number FROM truck_ledger_entry WHERE tenant = ? AND truck_id = ? ORDER BY number DESC LIMIT 1
            """), arguments: [tenant, truck.rawValue]) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id, fuel_type, kind, gallons, balance, order_id, meter_start, meter_end, ticket, reason, by_id, at
            FROM truck_ledger_entry WHERE tenant = ? AND truck_id = ? AND number <= ? ORDER BY number DESC LIMIT ?
            """), [tenant, truck.rawValue, total - offset, limit])
        return (try rows.map { try Self.entry($0, truck) }, total)
    }

    private static func entry(_ row: StoredRow, _ truck: TruckID) throws -> TruckLedgerEntry {
        guard let kind = TruckLedgerEntry.Kind(rawValue: row[2]) else { throw UnreadableRow("truck ledger entry \(row[0] as String)") }
        var entry = TruckLedgerEntry(
            id: row[0], truck: truck, fuelType: row[1], kind: kind, gallons: Gallons(thousandths: row[3]),
            balance: Gallons(thousandths: row[4]), ticket: row[8], reason: row[9], by: (row[10] as String?).map { User.ID($0) },
            at: Timestamp(millisecondsSinceEpoch: row[11]))
        if let order = row[5] as String?, let start = row[6] as Int?, let end = row[7] as Int? {
            entry.delivered = DeliveredFuel(order: OrderID(order), meterStart: Gallons(thousandths: start),
                                            meterEnd: Gallons(thousandths: end))
        }
        return entry
    }
}
