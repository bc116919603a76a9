import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `driver_job`, for one tenant.
package struct DriverJobStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        id, number, customer_id, area_id, fuel_type, max_gallons, schedule_type, starts_at, promised_by, state, driver_id
        """

    package func find(_ id: OrderID) throws -> DriverJob? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM driver_job WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.job)
    }
    /// What drivers of an area may claim, the first one first.
    package func open(in areaId: ServiceAreaID) throws -> [DriverJob] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM driver_job WHERE tenant = ? AND area_id = ? AND state = 'open' ORDER BY starts_at, id
            """), [tenant, areaId.rawValue]).map(Self.job)
    }
    /// What drivers of all areas may claim, the first one first.
    package func open() throws -> [DriverJob] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM driver_job WHERE tenant = ? AND state = 'open' ORDER BY starts_at, id
            """), [tenant]).map(Self.job)
    }
    /// What a driver has to do, the first one first.
    package func all(of driver: User.ID) throws -> [DriverJob] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM driver_job WHERE tenant = ? AND driver_id = ? ORDER BY starts_at, id
            """), [tenant, driver.rawValue]).map(Self.job)
    }

    func save(_ job: DriverJob) throws {
        let state: String
        switch job.state {
        case .open: state = "open"
        case .assigned: state = "assigned"
        case .underWay: state = "under_way"
        case .waiting, .done, .over: return try delete(job.id)
        }
        try db.cachedStatement(sql: """
            INSERT INTO driver_job (tenant, id, number, customer_id, area_id, fuel_type, max_gallons, schedule_type, starts_at,
                promised_by, state, driver_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET area_id = excluded.area_id, fuel_type = excluded.fuel_type,
                max_gallons = excluded.max_gallons, schedule_type = excluded.schedule_type, starts_at = excluded.starts_at,
                promised_by = excluded.promised_by, state = excluded.state, driver_id = excluded.driver_id
            """).run([
                tenant, job.id.rawValue, job.number, job.customer.rawValue, job.areaId.rawValue, job.fuelType, job.maxGallons.thousandths,
                job.scheduleType, job.startsAt.millisecondsSinceEpoch, job.promisedBy.millisecondsSinceEpoch, state,
                job.state.driver?.rawValue,
            ])
    }

    private func delete(_ id: OrderID) throws {
        try db.cachedStatement(sql: "DELETE FROM driver_job WHERE tenant = ? AND id = ?").run([tenant, id.rawValue])
    }

    private static func job(_ row: StoredRow) throws -> DriverJob {
        let driver = (row[10] as String?).map { User.ID($0) }
        let state: DriverJob.State = switch (row[9] as String, driver) {
        case ("open", nil): .open
        case ("assigned", let driver?): .assigned(driver)
        case ("under_way", let driver?): .underWay(driver)
        default: throw UnreadableRow("driver job \(row[0] as String)")
        }
        return DriverJob(
            id: OrderID(row[0] as String), number: row[1], customer: User.ID(row[2] as String), areaId: ServiceAreaID(row[3] as String),
            fuelType: row[4],
            maxGallons: Gallons(thousandths: row[5]), isAsap: (row[6] as String) == "asap",
            startsAt: Timestamp(millisecondsSinceEpoch: row[7]), promisedBy: Timestamp(millisecondsSinceEpoch: row[8]), state: state)
    }
}
