import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `driver_point`, for one tenant.
package struct DriverPointStore {
    private let db: Database
    private let tenant: TenantID
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant) }

    private static let columns = "lat, lng, recorded_at, accuracy, heading, speed"
    private static let units = 1_000_000.0

    /// The newest point of a shift.
    package func newest(of shift: ShiftID) throws -> DriverPoint? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM driver_point WHERE tenant = ? AND shift_id = ? ORDER BY recorded_at DESC LIMIT 1
            """), [tenant.rawValue, shift.rawValue]).map(Self.point)
    }
    /// The newest point of a driver's open shift; nil: no shift, or nothing known.
    package func newest(of driver: User.ID) throws -> DriverPoint? {
        try ShiftStore(db, tenant).open(of: driver).flatMap { try newest(of: $0.id) }
    }
    package func contains(_ recordedAt: Timestamp, of shift: ShiftID) throws -> Bool {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT 1 FROM driver_point WHERE tenant = ? AND shift_id = ? AND recorded_at = ?"),
                         arguments: [tenant.rawValue, shift.rawValue, recordedAt.millisecondsSinceEpoch]) != nil
    }

    package func insert(_ point: DriverPoint, of shift: ShiftID, receivedAt: Timestamp) throws {
        try db.cachedStatement(sql: """
            INSERT INTO driver_point (tenant, shift_id, recorded_at, lat, lng, accuracy, heading, speed, received_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, shift.rawValue, point.recordedAt.millisecondsSinceEpoch, Int((point.location.lat * Self.units).rounded()),
                Int((point.location.lng * Self.units).rounded()), point.accuracyMeters, point.heading, point.speed,
                receivedAt.millisecondsSinceEpoch,
            ])
    }

    /// When the oldest point came in that is still stored.
    package func oldest() throws -> Timestamp? {
        try Int64.fetchOne(try db.cachedStatement(sql: """
            SELECT received_at FROM driver_point WHERE tenant = ? ORDER BY received_at LIMIT 1
            """), arguments: [tenant.rawValue]).map { Timestamp(millisecondsSinceEpoch: $0) }
    }
    /// Deletes points that came in by then.
    package func delete(until time: Timestamp) throws {
        try db.cachedStatement(sql: "DELETE FROM driver_point WHERE tenant = ? AND received_at <= ?")
            .run([tenant.rawValue, time.millisecondsSinceEpoch])
    }
    /// Deletes all points of a driver whose account was erased.
    package func delete(of driver: User.ID) throws {
        try db.cachedStatement(sql: """
            DELETE FROM driver_point WHERE tenant = ?1 AND shift_id IN (SELECT id FROM shift WHERE tenant = ?1 AND driver_id = ?2)
            """).run([tenant.rawValue, driver.rawValue])
    }

    private static func point(_ row: StoredRow) -> DriverPoint {
        DriverPoint(location: GeoPoint(lat: Double(row[0] as Int) / units, lng: Double(row[1] as Int) / units),
                    recordedAt: Timestamp(millisecondsSinceEpoch: row[2]), accuracyMeters: row[3], heading: row[4], speed: row[5])
    }
}
