import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let shop = Self("shop")
}

/// `shops.yml`: partner shops, their ratings, favorites and campaigns.
public struct DemoShops: DemoReader {
    public static let file = "shops.yml"
    public static let keys = ["hours", "shops", "ratings", "favorites", "campaigns"]

    struct Rating {
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

    public init(_ form: DemoForm) {
        let root = form.root
        let hours = Dictionary(form.members("hours", in: root).map { ($0.key, Self.hours($0.value, form)) }) { first, _ in first }
        shops = form.list("shops", in: root).map { (Self.shop($0, hours, form), form.references("vendors", to: .account, in: $0)) }
        ratings = form.list("ratings", in: root).map { Self.rating($0, form) }
        favorites = form.list("favorites", in: root).map {
            (form.reference("account", to: .account, in: $0), form.references("shops", to: .shop, in: $0))
        }
        campaigns = form.list("campaigns", in: root).map { Self.campaign($0, form) }
    }

    private static func hours(_ value: YAMLFile.Value, _ form: DemoForm) -> [String: [[String]]] {
        do { return try value.json.decoded() } catch {
            form.fail(value.line, "hours are days with pairs of times: { mon: [[\"08:00\", \"20:00\"]] }")
            return [:]
        }
    }
    private static func texts(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> [String: String] {
        Dictionary(form.members(key, in: value).map { ($0.key, form.text($0.key, in: value[key] ?? value)) }) { first, _ in first }
    }

    private static func shop(_ value: YAMLFile.Value, _ hours: [String: [String: [[String]]]], _ form: DemoForm)
        -> ImportShop {
        form.allow(["n", "status", "names", "category", "neighborhood", "discount", "latitude", "longitude", "phone", "address", "hours",
                    "published", "vendors"],
                   in: value, what: "a shop")
        let named = form.optionalText("hours", in: value)
        if let named, hours[named] == nil { form.fail(value.line(of: "hours"), "hours '\(named)' are not defined") }
        let published = form.optionalTime("published", in: value)
        return ImportShop(
            shopId: form.own(of: .shop, in: value), status: form.text("status", in: value, default: "active"),
            names: texts("names", value, form),
            categoryId: form.number("category", in: value), neighborhoodId: form.number("neighborhood", in: value),
            discountBasisPoints: Int((form.decimal("discount", in: value) * 100).rounded()), phone: form.text("phone", in: value),
            address: form.text("address", in: value), latitude: form.decimal("latitude", in: value),
            longitude: form.decimal("longitude", in: value),
            openingHours: named.flatMap { hours[$0] }, createdAt: (published ?? form.time.seededAt.wholeSeconds) - .days(1),
            publishedAt: published)
    }

    private static func rating(_ value: YAMLFile.Value, _ form: DemoForm) -> Rating {
        form.allow(["n", "shop", "account", "stars", "comment", "at"], in: value, what: "a rating")
        return Rating(n: form.number("n", in: value), shop: form.reference("shop", to: .shop, in: value),
                      account: form.reference("account", to: .account, in: value),
                      stars: form.number("stars", in: value), comment: form.optionalText("comment", in: value),
                      at: form.requiredTime("at", in: value))
    }

    private static func campaign(_ value: YAMLFile.Value, _ form: DemoForm) -> ImportCampaign {
        form.allow(["n", "draft", "title", "body", "bonus", "categories", "neighborhoods", "shops", "start", "end"], in: value,
                   what: "a campaign")
        return ImportCampaign(
            campaign: Campaign(
                campaignId: CampaignID(DemoID.campaign(form.number("n", in: value))), title: texts("title", value, form),
                body: texts("body", value, form),
                bonusBasisPoints: Int((form.decimal("bonus", in: value) * 100).rounded()),
                categoryIds: form.numbers("categories", in: value),
                neighborhoodIds: form.numbers("neighborhoods", in: value), shopIds: form.references("shops", to: .shop, in: value),
                startsAt: form.requiredTime("start", in: value), endsAt: form.requiredTime("end", in: value)),
            isDraft: form.flag("draft", in: value, default: false))
    }

    // MARK: - Messages

    public func messages(in content: DemoContent) -> [DemoMessage] {
        var out: [DemoMessage] = []
        for (shop, vendors) in shops {
            out.append(DemoMessage("shop/\(shop.shopId)", .offers, shop.staffed(by: vendors.map(content.user))))
        }
        for rating in ratings {
            out.append(DemoMessage("shop-rating/\(rating.n)", .choices, ImportShopRating(
                ratingId: rating.n, shopId: rating.shop, userId: content.user(rating.account), stars: rating.stars,
                comment: rating.comment, at: rating.at)))
        }
        for favorite in favorites {
            for (index, shop) in favorite.shops.enumerated() {
                let at = content.time.seededAt.wholeSeconds - .days(10) + .hours(index)
                out.append(DemoMessage("shop-favorite/\(favorite.account)/\(shop)", .choices, ImportShopFavorite(
                    userId: content.user(favorite.account), shopId: shop, at: at)))
            }
        }
        return out + campaigns.map { DemoMessage("campaign/\($0.campaign.campaignId)", .offers, $0) }
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
