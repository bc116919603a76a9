import CatalogKit
import Contracts
import GRDB
import Kernel
import ServiceKit

/// Shops, ratings and campaigns as they are shown to whoever asks: in their language, from where they stand, at this moment.
package struct ShopPresenter {
    let settings: ShopSettings
    let selection: LanguageSelection
    let bonuses: Bonuses
    package let viewer: ShopViewer
    let now: Timestamp
    private let database: Database
    private let tenant: TenantID
    private let firstLanguage: String
    private var shops: ShopStore { ShopStore(database: database, tenant: tenant, firstLanguage: firstLanguage) }
    private var lists: ShopListStore { ShopListStore(database: database, tenant: tenant) }
    private var ratings: ShopRatingStore { ShopRatingStore(database: database, tenant: tenant) }

    package init(_ scope: some CatalogScope) throws {
        (database, tenant, now, firstLanguage) = (scope.database, scope.tenant, scope.now, scope.definition.languages.first ?? "")
        settings = try scope.shopSettings()
        selection = try scope.shopLanguage()
        bonuses = try scope.campaigns.running(at: scope.now)
        viewer = ShopViewer(user: scope.principal?.userID, moment: OpenMoment(try scope.zone().local(scope.now)))
    }

    // MARK: - Lists

    func page(_ filter: ShopFilter, _ request: PageRequest) throws -> JSONBody {
        page(try lists.page(filter, bonuses: bonuses, viewer, limit: request.perPage, offset: request.offset), near: filter.near, request)
    }
    func favorites(of user: User.ID, _ request: PageRequest) throws -> JSONBody {
        page(try lists.favorites(of: user, viewer, limit: request.perPage, offset: request.offset), near: nil, request)
    }
    private func page(_ found: (shops: [ListedShop], total: Int), near: Coordinates?, _ request: PageRequest) -> JSONBody {
        JSONBody(capacity: 128 + found.shops.count * 700) { (writer: inout JSONWriter) in
            writer.member("data", array: found.shops) { writer, shop in writer.object { card(shop, near: near, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }

    // MARK: - One shop

    /// Who sees more than everybody.
    enum Audience { case nobody, staff, administration }

    /// Throws 404.
    func body(of id: Int, near: Coordinates?, _ audience: Audience, status: Int = 200, location: String? = nil) throws -> JSONBody {
        let shop = try shops.require(id)
        guard let listed = try lists.listed([id], viewer).first else { throw Rejection.notFound }
        return try JSONBody(status: status, location: location, capacity: 2048) { (writer: inout JSONWriter) in
            try members(of: shop, listed, near: near, audience, to: &writer)
        }
    }
    func members(of shop: Shop, _ listed: ListedShop, near: Coordinates?, _ audience: Audience, to writer: inout JSONWriter) throws {
        card(listed, near: near, to: &writer)
        writer.member("address", shop.address)
        writer.key("openingHours")
        if let hours = shop.hours { json(hours.json, to: &writer) } else { writer.null() }
        writer.key("specialDays")
        json(OpeningHours.json(shop.specialDays), to: &writer)
        distribution("ratingDistribution", try ratings.distribution(of: shop.id), to: &writer)
        writer.key("myRating")
        if let user = viewer.user, let mine = try ratings.find(of: shop.id, by: user) { rating(mine, to: &writer) } else { writer.null() }
        writer.member("campaigns",
                      array: bonuses.all(shop: shop.id, category: shop.categoryID, neighborhood: shop.neighborhoodID)) { writer, one in
            writer.object { campaign(CampaignLife(one, state: .running), to: &$0) }
        }
        writer.member("shareUrl", settings.shareUrl.replacing("{id}", with: String(shop.id)))
        writer.member("publishedAt", shop.publishedAt?.wholeSeconds)
        switch audience {
        case .nobody: return
        case .staff: writer.member("status", shop.state.rawValue)
        case .administration:
            writer.member("status", shop.state.rawValue)
            writer.member("vendorUserIds", array: shop.vendors) { $0.value($1.rawValue) }
        }
    }
    /// The shops a person works in, whatever their state.
    func ownShops(_ ids: [Int], _ request: PageRequest, total: Int) throws -> JSONBody {
        let listed = try lists.listed(ids, viewer)
        return try JSONBody(capacity: 128 + ids.count * 1500) { (writer: inout JSONWriter) in
            try writer.member("data", array: listed) { (writer: inout JSONWriter, one: ListedShop) in
                let shop = try shops.require(one.id)
                try writer.object { (writer: inout JSONWriter) in try members(of: shop, one, near: nil, .staff, to: &writer) }
            }
            writer.pageMeta(request, total: total)
        }
    }

    private func json(_ value: JSONValue, to writer: inout JSONWriter) { writer.raw((try? JSON.encode(value)) ?? Array("null".utf8)) }
}

extension ShopPresenter {
    private func percent(_ basisPoints: Int) -> Double { Double(basisPoints) / 100 }

    func card(_ shop: ListedShop, near: Coordinates?, to writer: inout JSONWriter) {
        let bonus = bonuses.best(shop: shop.id, category: shop.categoryID, neighborhood: shop.neighborhoodID)?.bonusBasisPoints ?? 0
        writer.member("id", shop.id)
        names(shop.names, to: &writer)
        category(shop.categoryID, to: &writer)
        neighborhood(shop.neighborhoodID, to: &writer)
        writer.member("discountPercent", percent(shop.discountBasisPoints))
        writer.member("bonusPercent", percent(bonus))
        writer.member("effectiveDiscountPercent", percent(shop.discountBasisPoints + bonus))
        writer.member("phone", shop.phone)
        writer.member("latitude", shop.place.latitude)
        writer.member("longitude", shop.place.longitude)
        writer.member("distanceKm", near.map { ShopDistance.shown(ShopDistance.km($0, shop.place)) })
        writer.member("averageRating", Stars.average(sum: shop.ratingSum, count: shop.ratingCount))
        writer.member("ratingsCount", shop.ratingCount)
        writer.key("isOpen")
        if let isOpen = shop.isOpen { writer.value(isOpen) } else { writer.null() }
        writer.member("isNew", Shop.isNew(publishedAt: shop.publishedAt, now: now, days: settings.newDays))
        writer.key("isFavorite")
        if viewer.user == nil { writer.null() } else { writer.value(shop.isFavorite) }
    }

    /// `name` in the asked language, and each under its own.
    package func names(_ names: [String: String], to writer: inout JSONWriter) {
        writer.member("name", selection.text(names))
        for language in selection.languages {
            writer.key(data: LanguageSelection.field("name", language))
            if let name = names[language] { writer.value(name) } else { writer.null() }
        }
    }
    package func category(_ id: Int, to writer: inout JSONWriter) {
        let known = settings.category(id)
        writer.member("category") { writer in
            writer.member("id", id)
            writer.member("slug", known?.slug)
            writer.member("name", known.map { selection.text($0.names) })
            writer.member("icon", known?.icon)
        }
    }
    package func neighborhood(_ id: Int, to writer: inout JSONWriter) {
        let known = settings.neighborhood(id)
        writer.member("neighborhood") { writer in
            writer.member("id", id)
            writer.member("slug", known?.slug)
            writer.member("name", known.map { selection.text($0.names) })
        }
    }

    // MARK: - Ratings

    package func rating(_ shown: ShopRatingStore.Shown, to writer: inout JSONWriter) { writer.object { ratingMembers(shown, to: &$0) } }

    package func ratingMembers(_ shown: ShopRatingStore.Shown, to writer: inout JSONWriter) {
        let rating = shown.rating
        writer.member("id", rating.id)
        writer.member("shopId", rating.shopID)
        writer.member("stars", rating.stars)
        writer.member("comment", rating.comment)
        writer.member("user") { $0.member("name", ShopRating.shownName(shown.authorName) ?? selection.text(settings.formerMember)) }
        writer.member("verifiedVisit", shown.isVerified)
        writer.member("edited", rating.isEdited)
        writer.member("createdAt", rating.createdAt.wholeSeconds)
        writer.member("updatedAt", rating.updatedAt.wholeSeconds)
    }
    package func ratingBody(_ id: Int, status: Int = 200, location: String? = nil) throws -> JSONBody {
        guard let shown = try ratings.find(id) else { throw Rejection.notFound }
        return JSONBody(status: status, location: location, capacity: 512) { (writer: inout JSONWriter) in
            ratingMembers(shown, to: &writer)
        }
    }
    package func distribution(_ name: StaticString, _ counts: [Int], to writer: inout JSONWriter) {
        writer.member(name) { writer in
            for stars in (1...5).reversed() {
                writer.key(data: String(stars))
                writer.value(counts[stars - 1])
            }
        }
    }

    // MARK: - Campaigns

    func campaign(_ life: CampaignLife, to writer: inout JSONWriter, forAdministration: Bool = false) {
        let campaign = life.campaign
        writer.member("id", campaign.campaignId)
        writer.member("status", life.status(at: now).rawValue)
        writer.member("title", selection.text(campaign.title))
        writer.member("body", selection.text(campaign.body))
        writer.member("bonusPercent", percent(campaign.bonusBasisPoints))
        writer.member("categoryIds", array: campaign.categoryIds) { $0.value($1) }
        writer.member("neighborhoodIds", array: campaign.neighborhoodIds) { $0.value($1) }
        writer.member("shopIds", array: campaign.shopIds) { $0.value($1) }
        writer.member("startsAt", campaign.startsAt.wholeSeconds)
        writer.member("endsAt", campaign.endsAt.wholeSeconds)
        guard forAdministration else { return }
        writer.member("translations") { writer in
            writer.member("title") { texts(campaign.title, to: &$0) }
            writer.member("body") { texts(campaign.body, to: &$0) }
        }
    }
    private func texts(_ texts: [String: String], to writer: inout JSONWriter) {
        for language in selection.languages {
            writer.key(data: language)
            writer.value(texts[language] ?? "")
        }
    }
    package func campaignBody(_ life: CampaignLife, forAdministration: Bool, status: Int = 200, location: String? = nil) -> JSONBody {
        JSONBody(status: status, location: location, capacity: 1024) { (writer: inout JSONWriter) in
            campaign(life, to: &writer, forAdministration: forAdministration)
        }
    }
    package func campaignPage(_ found: (campaigns: [CampaignLife], total: Int), _ request: PageRequest,
                              forAdministration: Bool) -> JSONBody {
        JSONBody(capacity: 128 + found.campaigns.count * 700) { (writer: inout JSONWriter) in
            writer.member("data", array: found.campaigns) { writer, life in
                writer.object { campaign(life, to: &$0, forAdministration: forAdministration) }
            }
            writer.pageMeta(request, total: found.total)
        }
    }
}
