import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

/// Banners, in the order of their positions.
struct BannerStore {
    let database: Database
    let tenant: TenantID

    private static let columns = "banner_id, titles, image_id, deep_link, starts_at, ends_at, position"
    private static func banner(_ row: Row) throws -> Banner {
        func time(_ value: Int64?) -> Timestamp? { value.map { Timestamp(millisecondsSinceEpoch: $0) } }
        return Banner(id: row[0], titles: try JSONColumn.read(row[1]), imageId: row[2], deepLink: row[3], startsAt: time(row[4]),
                      endsAt: time(row[5]), position: row[6])
    }

    /// Throws 404.
    func require(_ id: String) throws -> Banner {
        guard let banner = try find(id) else { throw Rejection.notFound }
        return banner
    }
    func find(_ id: String) throws -> Banner? {
        try Row.fetchOne(try database.cachedStatement(sql: "SELECT \(Self.columns) FROM banner WHERE tenant = ? AND banner_id = ?"),
                         arguments: [tenant.rawValue, id]).map(Self.banner)
    }
    func page(limit: Int, offset: Int) throws -> (banners: [Banner], total: Int) {
        let total = try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM banner WHERE tenant = ?"),
                                     arguments: [tenant.rawValue]) ?? 0
        return (try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM banner WHERE tenant = ? ORDER BY position, banner_id LIMIT ? OFFSET ?
            """), arguments: [tenant.rawValue, limit, offset]).map(Self.banner), total)
    }
    /// Those that people see now.
    func live(at now: Timestamp, most: Int) throws -> [Banner] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM banner WHERE tenant = ?1 AND (starts_at IS NULL OR starts_at <= ?2)
            AND (ends_at IS NULL OR ends_at > ?2) ORDER BY position, banner_id LIMIT ?3
            """), arguments: [tenant.rawValue, now.millisecondsSinceEpoch, most]).map(Self.banner)
    }
    func save(_ banner: Banner) throws {
        try database.cachedStatement(sql: """
            INSERT INTO banner (tenant, banner_id, titles, image_id, deep_link, starts_at, ends_at, position)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, banner_id) DO UPDATE SET titles = excluded.titles, image_id = excluded.image_id,
                deep_link = excluded.deep_link, starts_at = excluded.starts_at, ends_at = excluded.ends_at, position = excluded.position
            """).execute(arguments: [
                tenant.rawValue, banner.id, try JSONColumn.text(banner.titles), banner.imageId, banner.deepLink,
                banner.startsAt?.millisecondsSinceEpoch, banner.endsAt?.millisecondsSinceEpoch, banner.position,
            ])
    }
    func delete(_ id: String) throws {
        try database.cachedStatement(sql: "DELETE FROM banner WHERE tenant = ? AND banner_id = ?")
            .execute(arguments: [tenant.rawValue, id])
    }
}
