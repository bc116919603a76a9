import CatalogKit
import Contracts
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

    /// Judges the form. Throws 422.
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
        try check.check()
        return banner
    }

    /// A picture that is not there: what only the rows know. Throws 422.
    func checkRows(in tx: CatalogTransaction) throws {
        var check = Validation()
        if case .value(let image) = imageId { check.require(try tx.uploads.use(image), "imageId", "is not known") }
        try check.check()
    }
}

extension CatalogScope {
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
