import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `courier`, for one tenant.
package struct CourierStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = """
        id, status, has_role, vehicle, plate, online, lat, lng, position_at, shown_at, acted_at, silent_since, active_jobs, cash_in_hand, \
        freed_at, created_at, rating_sum, rating_count
        """

    package func find(_ id: User.ID) throws -> Courier? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(Self.columns) FROM courier WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(Self.courier)
    }

    package func save(_ courier: Courier) throws {
        try db.cachedStatement(sql: """
            INSERT INTO courier (tenant, id, status, has_role, vehicle, plate, online, lat, lng, band, position_at, shown_at, acted_at,
                silent_since, active_jobs, cash_in_hand, freed_at, created_at, rating_sum, rating_count)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET status = excluded.status, has_role = excluded.has_role, vehicle = excluded.vehicle,
                plate = excluded.plate, online = excluded.online, lat = excluded.lat, lng = excluded.lng, band = excluded.band,
                position_at = excluded.position_at, shown_at = excluded.shown_at, acted_at = excluded.acted_at,
                silent_since = excluded.silent_since, active_jobs = excluded.active_jobs, cash_in_hand = excluded.cash_in_hand,
                freed_at = excluded.freed_at, rating_sum = excluded.rating_sum, rating_count = excluded.rating_count
            """).run([
                tenant, courier.id.rawValue, courier.status.rawValue, courier.hasRole ? 1 : 0, courier.vehicle?.rawValue, courier.plate,
                courier.isOnline ? 1 : 0, courier.position?.location.lat, courier.position?.location.lng,
                (courier.position?.location).map(SearchArea.band), courier.position?.at.millisecondsSinceEpoch,
                courier.shownAt?.millisecondsSinceEpoch, courier.actedAt.millisecondsSinceEpoch,
                courier.silentSince?.millisecondsSinceEpoch, courier.activeJobs, courier.cashInHand,
                courier.freedAt?.millisecondsSinceEpoch, courier.createdAt.millisecondsSinceEpoch, courier.ratingSum,
                courier.ratingCount,
            ])
    }

    /// Couriers who are online and approved within an area, some a little outside it.
    package func online(in area: SearchArea) throws -> [Courier] {
        var found: [Courier] = []
        for band in area.bands {
            for span in area.spans {
                found += try StoredRow.fetchAll(try db.cachedStatement(sql: """
                    SELECT \(Self.columns) FROM courier WHERE tenant = ? AND band = ? AND lng BETWEEN ? AND ? AND online = 1
                    """), [tenant, band, span.lowerBound, span.upperBound]).map(Self.courier)
            }
        }
        return found
    }

    /// Newest first. Accounts that lost the role are not in it.
    package func list(status: Courier.Status?, online: Bool?, limit: Int, offset: Int) throws -> (couriers: [Courier], total: Int) {
        let condition = "FROM courier WHERE tenant = ?1 AND has_role = 1 AND (?2 IS NULL OR status = ?2) AND (?3 IS NULL OR online = ?3)"
        let arguments: StatementArguments = [tenant, status?.rawValue, online.map { $0 ? 1 : 0 }]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(condition)"), arguments: arguments) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) \(condition) ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5
            """), arguments: arguments + [limit, offset])
        return (try rows.map(Self.courier), total)
    }

    private static func courier(_ row: StoredRow) throws -> Courier {
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        guard let status = Courier.Status(rawValue: row[1]) else { throw UnreadableRow("courier \(row[0] as String)") }
        var courier = Courier(id: User.ID(row[0] as String), createdAt: Timestamp(millisecondsSinceEpoch: row[15]))
        courier.status = status
        courier.hasRole = (row[2] as Int) == 1
        courier.vehicle = (row[3] as String?).flatMap { Courier.Vehicle(rawValue: $0) }
        courier.plate = row[4]
        courier.isOnline = (row[5] as Int) == 1
        if let lat = row[6] as Double?, let lng = row[7] as Double?, let at = time(8) {
            courier.position = CourierPosition(location: GeoPoint(lat: lat, lng: lng), at: at)
        }
        courier.shownAt = time(9)
        courier.actedAt = Timestamp(millisecondsSinceEpoch: row[10])
        courier.silentSince = time(11)
        courier.activeJobs = row[12]
        courier.cashInHand = row[13]
        courier.freedAt = time(14)
        (courier.ratingSum, courier.ratingCount) = (row[16], row[17])
        return courier
    }
}
