import CatalogKit
import Contracts
import GRDB
import Kernel
import ServiceKit

/// A picture with a title on the home page, for a time.
struct Banner: Sendable, Equatable {
    let id: String
    /// By language.
    var titles: [String: String]
    var imageId: String?
    var deepLink: String?
    /// Nil: at once.
    var startsAt: Timestamp?
    /// Nil: until it is taken away.
    var endsAt: Timestamp?
    var position: Int

    func isLive(at now: Timestamp) -> Bool { startsAt.map { $0 <= now } ?? true && endsAt.map { now < $0 } ?? true }
}

/// What somebody sends of a banner.
package struct BannerEdit: Codable, Sendable, Equatable {
    package var titles: PatchField<JSONValue> = .absent
    package var imageId: PatchField<String> = .absent
    package var deepLink: PatchField<String> = .absent
    package var startsAt: PatchField<Timestamp> = .absent
    package var endsAt: PatchField<Timestamp> = .absent
    package var position: PatchField<Int> = .absent
    package init() {}

    /// Throws 422.
    func apply(to banner: Banner, isNew: Bool, in tx: CatalogTransaction) throws -> Banner {
        var check = Validation()
        var banner = banner
        switch titles {
        case .absent: if isNew { check.fail("titles", "is required") }
        case .null: check.fail("titles", "is required")
        case .value(let value): banner.titles = check.texts("titles", value, 1...120, tx.definition) ?? [:]
        }
        banner.imageId = imageId.over(banner.imageId)
        banner.deepLink = deepLink.over(banner.deepLink)
        (banner.startsAt, banner.endsAt) = (startsAt.over(banner.startsAt), endsAt.over(banner.endsAt))
        banner.position = position.over(isNew ? 0 : banner.position) ?? 0
        check.number("position", banner.position, 0...10_000)
        if let start = banner.startsAt, let end = banner.endsAt { check.require(start < end, "endsAt", "must be after startsAt") }
        if case .value(let link) = deepLink {
            let schemes = ["https"] + (try RestaurantSettings.of(tx.definition).deepLinkScheme.map { [$0] } ?? [])
            let isLink = link.utf8.count <= 500 && link.utf8.allSatisfy { $0 > 32 && $0 < 127 }
                && schemes.contains { link.hasPrefix($0 + "://") && link.utf8.count > $0.utf8.count + 3 }
            check.require(isLink, "deepLink", "is not a link")
        }
        if case .value(let image) = imageId { check.require(try tx.uploads.use(image), "imageId", "is not known") }
        try check.check()
        return banner
    }
}

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

extension CatalogTransaction {
    var banners: BannerStore { BannerStore(database: database, tenant: tenant) }
}
extension CatalogView {
    var banners: BannerStore { BannerStore(database: database, tenant: tenant) }
}

extension RestaurantPresenter {
    func banner(_ banner: Banner, to writer: inout JSONWriter) {
        writer.member("id", banner.id)
        texts("title", "titles", banner.titles, to: &writer)
        writer.member("imageId", banner.imageId)
        writer.member("imageUrl", banner.imageId.map(url))
        writer.member("deepLink", banner.deepLink)
        writer.member("startsAt", banner.startsAt?.wholeSeconds)
        writer.member("endsAt", banner.endsAt?.wholeSeconds)
        writer.member("position", banner.position)
    }
    func bannerBody(_ one: Banner, status: Int = 200, location: String? = nil) -> JSONBody {
        JSONBody(status: status, location: location, capacity: 400) { (writer: inout JSONWriter) in banner(one, to: &writer) }
    }
}
