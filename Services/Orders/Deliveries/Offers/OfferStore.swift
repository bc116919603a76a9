import Contracts
import GRDB
import Kernel
import Storage

/// Rows of `delivery_offer`, for one tenant: who was ever offered a job, or had it.
package struct OfferStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    private static let columns = "delivery_id, courier_id, live, expires_at, offered_at, declined_search, had_job"

    package func find(_ job: OrderID, _ courier: User.ID) throws -> DeliveryOffer? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM delivery_offer WHERE tenant = ? AND delivery_id = ? AND courier_id = ?
            """), [tenant, job.rawValue, courier.rawValue]).map(Self.offer)
    }

    package func all(of job: OrderID) throws -> [DeliveryOffer] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM delivery_offer WHERE tenant = ? AND delivery_id = ? ORDER BY courier_id
            """), [tenant, job.rawValue]).map(Self.offer)
    }

    /// In the order of jobs.
    package func live(for courier: User.ID) throws -> [DeliveryOffer] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(Self.columns) FROM delivery_offer WHERE tenant = ? AND courier_id = ? AND live = 1 ORDER BY delivery_id
            """), [tenant, courier.rawValue]).map(Self.offer)
    }

    package func save(_ offer: DeliveryOffer) throws {
        try db.cachedStatement(sql: """
            INSERT INTO delivery_offer (tenant, delivery_id, courier_id, live, expires_at, offered_at, declined_search, had_job)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, delivery_id, courier_id) DO UPDATE SET live = excluded.live, expires_at = excluded.expires_at,
                offered_at = excluded.offered_at, declined_search = excluded.declined_search, had_job = excluded.had_job
            """).run([
                tenant, offer.job.rawValue, offer.courier.rawValue, offer.isLive ? 1 : 0, offer.expiresAt?.millisecondsSinceEpoch,
                offer.offeredAt.millisecondsSinceEpoch, offer.declinedSearch, offer.hadJob ? 1 : 0,
            ])
    }

    private static func offer(_ row: StoredRow) -> DeliveryOffer {
        DeliveryOffer(job: OrderID(row[0] as String), courier: User.ID(row[1] as String), isLive: (row[2] as Int) == 1,
                      expiresAt: (row[3] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                      offeredAt: Timestamp(millisecondsSinceEpoch: row[4]), declinedSearch: row[5], hadJob: (row[6] as Int) == 1)
    }
}
