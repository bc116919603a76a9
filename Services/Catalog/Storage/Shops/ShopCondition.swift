import Contracts
import GRDB
import Kernel

/// The WHERE and ORDER BY of a list of shops, with their arguments, written from a filter.
struct ShopCondition {
    private(set) var conditions: [String] = ["s.tenant = ?"]
    private(set) var arguments: [DatabaseValue]
    private(set) var order = "s.order_key, s.shop_id"
    private(set) var orderArguments: [DatabaseValue] = []

    init(tenant: TenantID) { arguments = [tenant.rawValue.databaseValue] }
    var text: String { conditions.joined(separator: " AND ") }

    mutating func require(_ condition: String, _ values: DatabaseValue...) {
        conditions.append(condition)
        arguments += values
    }

    mutating func add(_ filter: ShopFilter, bonuses: Bonuses, moment: OpenMoment) {
        require("s.state = 'active'")
        if let id = filter.categoryID { require("s.category_id = ?", id.databaseValue) }
        if let id = filter.neighborhoodID { require("s.neighborhood_id = ?", id.databaseValue) }
        for word in filter.words { require("instr(s.search_text, ?) > 0", word.databaseValue) }
        if filter.isOpenNow {
            conditions.append("\(Self.isOpen) = 1")
            arguments += Self.openArguments(moment)
        }
        if let near = filter.near, let radius = filter.radiusKm {
            conditions.append("\(Self.distance) <= ?")
            arguments += Self.distanceArguments(near) + [radius.databaseValue]
        }
        addOrder(filter, bonuses)
    }

    private mutating func addOrder(_ filter: ShopFilter, _ bonuses: Bonuses) {
        switch filter.order {
        case .name: break
        case .distance:
            guard let near = filter.near else { break }
            order = "\(Self.distance), s.shop_id"
            orderArguments = Self.distanceArguments(near)
        // Divisions of equal means give equal numbers: IEEE 754 rounds each the same way.
        case .rating: order = "s.rating_count = 0, CAST(s.rating_sum AS REAL) / max(s.rating_count, 1) DESC, s.rating_count DESC, s.shop_id"
        case .discount: order = "s.discount_basis_points + \(Self.bonus(bonuses)) DESC, s.shop_id"
        case .newest: order = "s.published_at DESC, s.shop_id"
        case .recentlyRated:
            require("s.rated_at IS NOT NULL")
            order = "s.rated_at DESC, s.shop_id"
        }
    }

    /// What the running campaigns add, the largest first. Numbers only: they may stand in the text.
    private static func bonus(_ bonuses: Bonuses) -> String {
        func isIn(_ column: String, _ ids: [Int]) -> String? { ids.isEmpty ? nil : "s.\(column) IN (\(ids.map(String.init).joined(separator: ", ")))" }
        let cases = bonuses.campaigns.map { campaign in
            let targets = [isIn("category_id", campaign.categoryIds), isIn("neighborhood_id", campaign.neighborhoodIds), isIn("shop_id", campaign.shopIds)]
                .compactMap { $0 }
            return "WHEN \(targets.isEmpty ? "1" : targets.joined(separator: " AND ")) THEN \(campaign.bonusBasisPoints)"
        }
        return cases.isEmpty ? "0" : "CASE \(cases.joined(separator: " ")) ELSE 0 END"
    }

    /// Kilometres by the haversine formula, as `ShopDistance` has it.
    private static let distance = """
        (\(ShopDistance.earthRadiusKm) * 2 * asin(min(1, sqrt(
            pow(sin(radians(s.latitude - ?) / 2), 2) + cos(radians(?)) * cos(radians(s.latitude)) * pow(sin(radians(s.longitude - ?) / 2), 2)))))
        """
    private static func distanceArguments(_ from: Coordinates) -> [DatabaseValue] {
        [from.latitude.databaseValue, from.latitude.databaseValue, from.longitude.databaseValue]
    }

    /// 1, 0, or null where the hours are not known: an interval of today that has begun and not ended, or one of yesterday that runs past midnight.
    /// A date with hours of its own hides those of its weekday.
    static let isOpen = """
        (CASE WHEN s.opening_hours IS NULL THEN NULL ELSE EXISTS (
            SELECT 1 FROM shop_interval i WHERE i.tenant = s.tenant AND i.shop_id = s.shop_id AND (
                (i.opens <= ? AND i.closes > ? AND i.day = \(dayOfHours))
                OR (i.closes > ? AND i.day = \(dayOfHours)))) END)
        """
    private static let dayOfHours = """
        CASE WHEN EXISTS (SELECT 1 FROM shop_interval d WHERE d.tenant = s.tenant AND d.shop_id = s.shop_id AND d.day = ?) THEN ? ELSE ? END
        """
    static func openArguments(_ moment: OpenMoment) -> [DatabaseValue] {
        func day(_ date: CalendarDate) -> [DatabaseValue] {
            [date.description.databaseValue, date.description.databaseValue, String(date.weekday).databaseValue]
        }
        return [moment.minute.databaseValue, moment.minute.databaseValue] + day(moment.today)
            + [(moment.minute + OpeningHours.minutesPerDay).databaseValue] + day(moment.yesterday)
    }
}
