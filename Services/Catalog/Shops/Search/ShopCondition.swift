import CatalogKit
import Contracts
import GRDB
import Kernel

/// The FROM, WHERE and ORDER BY of a list of shops, with their arguments, written from a filter.
struct ShopCondition {
    /// What stands before SELECT.
    private(set) var prefix = ""
    private(set) var prefixArguments: [DatabaseValue] = []
    private(set) var source = "shop s"
    private(set) var conditions: [String] = ["s.tenant = ?"]
    private(set) var arguments: [DatabaseValue]
    private(set) var order = "s.order_key, s.shop_id"
    private(set) var orderArguments: [DatabaseValue] = []

    /// - Parameter source: tables; `s` is the shop.
    init(tenant: TenantID, source: String = "shop s") { (arguments, self.source) = ([tenant.rawValue.databaseValue], source) }
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
        if let near = filter.near, let radius = filter.radiusKm { require(PlaceCircle(near, km: radius)) }
        addOrder(filter, bonuses)
    }

    /// Only the cells of the circle are read, and only at its edge distances are measured.
    private mutating func require(_ circle: PlaceCircle) {
        let within = "\(Self.distance) <= ?"
        if let ranges = circle.cover() {
            prefix = """
                WITH r (first, last, is_edge) AS MATERIALIZED (
                    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?))
                """
            prefixArguments = ["[\(ranges.map { "[\($0.first),\($0.last),\($0.isEdge ? 1 : 0)]" }.joined(separator: ","))]".databaseValue]
            source = "r CROSS JOIN shop s INDEXED BY shop_by_place"
            conditions += ["s.cell BETWEEN r.first AND r.last", "(r.is_edge = 0 OR \(within))"]
        } else {
            conditions.append(within)
        }
        arguments += Self.distanceArguments(circle.place) + [circle.km.databaseValue]
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
        func isIn(_ column: String, _ ids: [Int]) -> String? {
            ids.isEmpty ? nil : "s.\(column) IN (\(ids.map(String.init).joined(separator: ", ")))"
        }
        let cases = bonuses.campaigns.map { campaign in
            let targets = [isIn("category_id", campaign.categoryIds), isIn("neighborhood_id", campaign.neighborhoodIds),
                           isIn("shop_id", campaign.shopIds)]
                .compactMap { $0 }
            return "WHEN \(targets.isEmpty ? "1" : targets.joined(separator: " AND ")) THEN \(campaign.bonusBasisPoints)"
        }
        return cases.isEmpty ? "0" : "CASE \(cases.joined(separator: " ")) ELSE 0 END"
    }

    /// Kilometres by the haversine formula: step by step what `ShopDistance` does, so that both round to the same
    /// number and agree on who is in a circle.
    private static let distance = """
        (2 * asin(min(1, sqrt(\(halfSine("latitude")) * \(halfSine("latitude"))
            + cos(? * pi() / 180) * cos(s.latitude * pi() / 180) * \(halfSine("longitude")) * \(halfSine("longitude"))))) * \
        \(PlaceCircle.earthRadiusKm))
        """
    private static func halfSine(_ column: String) -> String { "sin((s.\(column) - ?) * pi() / 180 / 2)" }
    private static func distanceArguments(_ from: Coordinates) -> [DatabaseValue] {
        [from.latitude, from.latitude, from.latitude, from.longitude, from.longitude].map(\.databaseValue)
    }

    /// The condition for each of a day's packed intervals.
    private static func anyInterval(_ condition: String) -> String {
        Array(repeating: condition, count: PackedWeek.intervalsPerDay).joined(separator: " OR ")
    }

    /// 1, 0, or null where the hours are not known: an interval of today that has begun and not ended, or one of
    /// yesterday that runs past midnight. A date with hours of its own hides those of its weekday. Most weeks are
    /// packed, and then no other row is read.
    static let isOpen = """
        (CASE WHEN s.hours_known = 0 THEN NULL
        WHEN s.week_hours IS NOT NULL AND (s.special_last IS NULL OR s.special_last < ?) THEN
            \(anyInterval("(substr(s.week_hours, ?, 2) <= ? AND substr(s.week_hours, ?, 2) > ?)"))
            OR \(anyInterval("substr(s.week_hours, ?, 2) > ?"))
        ELSE EXISTS (
            SELECT 1 FROM shop_interval i WHERE i.tenant = s.tenant AND i.shop_id = s.shop_id AND (
                (i.opens <= ? AND i.closes > ? AND i.day = \(dayOfHours))
                OR (i.closes > ? AND i.day = \(dayOfHours)))) END)
        """
    private static let dayOfHours = """
        CASE WHEN EXISTS (SELECT 1 FROM shop_interval d WHERE d.tenant = s.tenant AND d.shop_id = s.shop_id AND d.day = ?) THEN ? ELSE ? END
        """
    static func openArguments(_ moment: OpenMoment) -> [DatabaseValue] {
        let now = moment.minute, afterMidnight = moment.minute + OpeningHours.minutesPerDay
        var values: [DatabaseValue] = [moment.yesterday.description.databaseValue]
        for (opens, closes) in PackedWeek.positions(moment.today.weekday) {
            values += [opens.databaseValue, PackedWeek.time(now).databaseValue, closes.databaseValue, PackedWeek.time(now).databaseValue]
        }
        for (_, closes) in PackedWeek.positions(moment.yesterday.weekday) {
            values += [closes.databaseValue, PackedWeek.time(afterMidnight).databaseValue]
        }
        func day(_ date: CalendarDate) -> [DatabaseValue] {
            [date.description.databaseValue, date.description.databaseValue, String(date.weekday).databaseValue]
        }
        return values + [now.databaseValue, now.databaseValue] + day(moment.today) + [afterMidnight.databaseValue] + day(moment.yesterday)
    }
}
