import CatalogKit
import CatalogShops
import Contracts
import Kernel

/// What an administrator sends of a campaign: a new one, or changes of a draft. Sent fields replace, others stay.
package struct CampaignEdit: Codable, Sendable, Equatable {
    package var title: PatchField<[String: String]> = .absent
    package var body: PatchField<[String: String]> = .absent
    package var bonusPercent: PatchField<Double> = .absent
    package var categoryIds: PatchField<[Int]> = .absent
    package var neighborhoodIds: PatchField<[Int]> = .absent
    package var shopIds: PatchField<[Int]> = .absent
    package var startsAt: PatchField<Timestamp> = .absent
    package var endsAt: PatchField<Timestamp> = .absent
    package init() {}

    private static let bonusPercent = 0.5...5.0
    private static let lengthDaysMax = 31
    private static let targetsMax = 1000
    private static let titleMax = 80
    private static let bodyMax = 200

    /// A campaign with these fields over the old one's. Throws 422 with every failing field.
    package func applied(to old: Campaign?, id: CampaignID, _ settings: ShopSettings, languages: [String],
                         isShop: (Int) throws -> Bool) throws -> Campaign {
        var check = Validation()
        let titles = texts("title", title.over(old?.title), Self.titleMax, languages, &check)
        let bodies = texts("body", body.over(old?.body), Self.bodyMax, languages, &check)
        let bonus = bonus(&check) ?? old?.bonusBasisPoints
        let categories = targets("categoryIds", categoryIds, old?.categoryIds, &check) { settings.category($0) != nil }
        let neighborhoods = targets("neighborhoodIds", neighborhoodIds, old?.neighborhoodIds, &check) { settings.neighborhood($0) != nil }
        let shops = try targets("shopIds", shopIds, old?.shopIds, &check, isShop)
        let (start, end) = (startsAt.over(old?.startsAt), endsAt.over(old?.endsAt))
        check.require(start != nil, "startsAt", "is required")
        check.require(end != nil, "endsAt", "is required")
        check.require(bonus != nil || check.errors["bonusPercent"] != nil, "bonusPercent", "is required")
        if let start, let end { Self.period(start, end, &check) }
        try check.check()
        return Campaign(campaignId: id, title: titles, body: bodies, bonusBasisPoints: bonus ?? 0, categoryIds: categories,
                        neighborhoodIds: neighborhoods, shopIds: shops, startsAt: start ?? .distantPast, endsAt: end ?? .distantFuture)
    }

    /// Throws 422 for sent fields that are wrong in any campaign.
    package func checkForm(_ settings: ShopSettings, languages: [String]) throws(Rejection) {
        var check = Validation()
        if title != .absent { _ = texts("title", title.over(nil), Self.titleMax, languages, &check) }
        if body != .absent { _ = texts("body", body.over(nil), Self.bodyMax, languages, &check) }
        _ = bonus(&check)
        _ = targets("categoryIds", categoryIds, nil, &check) { settings.category($0) != nil }
        _ = targets("neighborhoodIds", neighborhoodIds, nil, &check) { settings.neighborhood($0) != nil }
        _ = targets("shopIds", shopIds, nil, &check) { _ in true }
        check.require(startsAt != .null, "startsAt", "is required")
        check.require(endsAt != .null, "endsAt", "is required")
        if let start = startsAt.over(nil), let end = endsAt.over(nil) { Self.period(start, end, &check) }
        try check.check()
    }

    private static func period(_ start: Timestamp, _ end: Timestamp, _ check: inout Validation) {
        check.require(start < end, "endsAt", "must be after the start")
        check.require(end - start <= .days(lengthDaysMax), "endsAt", "must be at most \(lengthDaysMax) days after the start")
    }

    private func texts(_ field: String, _ texts: [String: String]?, _ charactersMax: Int, _ languages: [String],
                       _ check: inout Validation) -> [String: String] {
        guard let texts else {
            check.fail(field, "is required")
            return [:]
        }
        var clean: [String: String] = [:]
        for language in languages { clean[language] = check.text("\(field).\(language)", texts[language], 1...charactersMax) }
        return clean
    }

    /// Hundredths of a percent, in steps of half a percent.
    private func bonus(_ check: inout Validation) -> Int? {
        guard let percent = bonusPercent.over(nil) else { return nil }
        let halves = (percent * 2).rounded()
        guard Self.bonusPercent.contains(percent), abs(percent * 2 - halves) < 1e-9 else {
            check.fail("bonusPercent", "must be 0.5 to 5.0 in steps of 0.5")
            return nil
        }
        return Int(halves) * 50
    }

    private func targets(_ field: String, _ sent: PatchField<[Int]>, _ old: [Int]?, _ check: inout Validation,
                         _ isKnown: (Int) throws -> Bool) rethrows -> [Int] {
        switch sent {
        case .absent: return old ?? []
        case .null: return []
        case .value(let ids):
            check.require(ids.count <= Self.targetsMax, field, "must have at most \(Self.targetsMax) entries")
            for (index, id) in ids.enumerated() where try !isKnown(id) { check.fail("\(field).\(index)", "is not known") }
            return Set(ids).sorted()
        }
    }
}
