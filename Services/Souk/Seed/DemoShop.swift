import Contracts
import Kernel
import ServiceKit

/// `shops.yml`: partner shops, what people say of them, who keeps which, and campaigns.
struct DemoShops: Sendable {
    struct Rating: Sendable {
        let n: Int
        let shop: Int
        let account: Int
        let stars: Int
        let comment: String?
        let at: Timestamp
    }
    let shops: [(shop: ImportShop, vendors: [Int])]
    let ratings: [Rating]
    let favorites: [(account: Int, shops: [Int])]
    let campaigns: [ImportCampaign]
    /// Accounts that are named.
    var accounts: Set<Int> { Set(shops.flatMap(\.vendors) + ratings.map(\.account) + favorites.map(\.account)) }

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> DemoShops {
        let form = YAMLForm(file: file.path)
        form.allow(["hours", "shops", "ratings", "favorites", "campaigns"], in: file.root, what: "shops.yml")
        let hours = Dictionary(form.members("hours", in: file.root).map { ($0.key, Self.hours($0.value, form)) }) { first, _ in first }
        let read = DemoShops(
            shops: form.list("shops", in: file.root).map { (shop($0, hours, form, time), form.numbers("vendors", in: $0)) },
            ratings: form.list("ratings", in: file.root).map { rating($0, form, time) },
            favorites: form.list("favorites", in: file.root).map { (form.number("account", in: $0), form.numbers("shops", in: $0)) },
            campaigns: form.list("campaigns", in: file.root).map { campaign($0, form, time) })
        try form.check()
        return read
    }

    private static func hours(_ value: YAMLFile.Value, _ form: YAMLForm) -> [String: [[String]]] {
        do { return try value.json.decoded() } catch {
            form.fail(value.line, "hours are days with pairs of times: { mon: [[\"08:00\", \"20:00\"]] }")
            return [:]
        }
    }
    private static func texts(_ key: String, _ value: YAMLFile.Value, _ form: YAMLForm) -> [String: String] {
        Dictionary(form.members(key, in: value).map { ($0.key, form.text($0.key, in: value[key] ?? value)) }) { first, _ in first }
    }

    private static func shop(_ value: YAMLFile.Value, _ hours: [String: [String: [[String]]]], _ form: YAMLForm,
                             _ time: DemoTime) -> ImportShop {
        form.allow(["n", "status", "names", "category", "neighborhood", "discount", "latitude", "longitude", "phone", "address", "hours",
                    "published", "vendors"],
                   in: value, what: "a shop")
        let named = form.optionalText("hours", in: value)
        if let named, hours[named] == nil { form.fail(value.line(of: "hours"), "there are no hours '\(named)'") }
        let published = form.time("published", in: value, time)
        return ImportShop(
            shopId: form.number("n", in: value), status: form.text("status", in: value, default: "active"),
            names: texts("names", value, form),
            categoryId: form.number("category", in: value), neighborhoodId: form.number("neighborhood", in: value),
            discountBasisPoints: Int((form.decimal("discount", in: value) * 100).rounded()), phone: form.text("phone", in: value),
            address: form.text("address", in: value), latitude: form.decimal("latitude", in: value),
            longitude: form.decimal("longitude", in: value),
            openingHours: named.flatMap { hours[$0] }, createdAt: (published ?? time.seededAt.wholeSeconds) - .days(1),
            publishedAt: published)
    }

    private static func rating(_ value: YAMLFile.Value, _ form: YAMLForm, _ time: DemoTime) -> Rating {
        form.allow(["n", "shop", "account", "stars", "comment", "at"], in: value, what: "a rating")
        return Rating(n: form.number("n", in: value), shop: form.number("shop", in: value), account: form.number("account", in: value),
                      stars: form.number("stars", in: value), comment: form.optionalText("comment", in: value),
                      at: form.time("at", in: value, time) ?? time.seededAt)
    }

    private static func campaign(_ value: YAMLFile.Value, _ form: YAMLForm, _ time: DemoTime) -> ImportCampaign {
        form.allow(["n", "draft", "title", "body", "bonus", "categories", "neighborhoods", "shops", "start", "end"], in: value,
                   what: "a campaign")
        return ImportCampaign(
            campaign: Campaign(
                campaignId: CampaignID(DemoID.campaign(form.number("n", in: value))), title: texts("title", value, form),
                body: texts("body", value, form),
                bonusBasisPoints: Int((form.decimal("bonus", in: value) * 100).rounded()),
                categoryIds: form.numbers("categories", in: value),
                neighborhoodIds: form.numbers("neighborhoods", in: value), shopIds: form.numbers("shops", in: value),
                startsAt: form.time("start", in: value, time) ?? time.seededAt, endsAt: form.time("end", in: value, time) ?? time.seededAt),
            isDraft: form.flag("draft", in: value, default: false))
    }

    /// In an order in which each finds what it names.
    func messages(_ user: (Int) -> User.ID, seededAt: Timestamp) -> [(name: String, message: any Message)] {
        var out: [(String, any Message)] = []
        for (shop, vendors) in shops { out.append(("shop/\(shop.shopId)", shop.staffed(by: vendors.map(user)))) }
        for rating in ratings {
            out.append(
                ("shop-rating/\(rating.n)",
                 ImportShopRating(ratingId: rating.n, shopId: rating.shop, userId: user(rating.account), stars: rating.stars,
                                  comment: rating.comment, at: rating.at)))
        }
        for favorite in favorites {
            for (index, shop) in favorite.shops.enumerated() {
                let at = seededAt.wholeSeconds - .days(10) + .hours(index)
                out.append(
                    ("shop-favorite/\(favorite.account)/\(shop)", ImportShopFavorite(userId: user(favorite.account), shopId: shop, at: at)))
            }
        }
        for campaign in campaigns { out.append(("campaign/\(campaign.campaign.campaignId)", campaign)) }
        return out
    }
}

extension ImportShop {
    fileprivate func staffed(by vendors: [User.ID]) -> ImportShop {
        ImportShop(shopId: shopId, status: status, names: names, categoryId: categoryId, neighborhoodId: neighborhoodId,
                   discountBasisPoints: discountBasisPoints,
                   phone: phone, address: address, latitude: latitude, longitude: longitude, openingHours: openingHours,
                   vendorUserIds: vendors, createdAt: createdAt, publishedAt: publishedAt)
    }
}
