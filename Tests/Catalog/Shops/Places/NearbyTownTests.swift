import CatalogKit
import CatalogService
import CatalogShops
import Contracts
import Foundation
import GRDB
import Kernel
import Storage
import Testing

/// Nearby search against a reference that looks at every shop, in towns of every kind.
@Suite("Shops near by, in any town")
struct NearbyTownTests {
    enum Town: String, CaseIterable, Sendable {
        case dense, sparse, worldwide, onePoint, cellBorders, dateLine, northPole, southPole, equator

        /// Where its shops are.
        func places(_ random: inout ManyShops.Scatter) -> [Coordinates] {
            func around(_ latitude: Double, _ longitude: Double, _ spread: Double, _ count: Int) -> [Coordinates] {
                (0..<count).map { _ in
                    let (north, east) = ((random.next() * 2 - 1) * spread, (random.next() * 2 - 1) * spread)
                    var turned = longitude + east
                    if turned > 180 { turned -= 360 } else if turned < -180 { turned += 360 }
                    return Coordinates(latitude: max(-90, min(90, latitude + north)), longitude: turned).kept
                }
            }
            switch self {
            case .dense: return around(35.6976, -0.6337, 0.01, 2500)
            case .sparse: return around(35.6976, -0.6337, 3, 500)
            case .worldwide: return around(0, 0, 90, 150) + around(0, 180, 90, 150)
            case .onePoint:
                return around(35.6976, -0.6337, 0, 400) + around(35.6976, -0.6337, 1e-7, 100) + around(35.6976, -0.6337, 0.05, 100)
            case .cellBorders:
                return (0..<800).map { index in
                    let level = GeoCell.levels[index % 6] + 2
                    let steps = Double(1 << level)
                    // A corner of the grid, or a unit beside it.
                    func near(_ value: Double, _ span: Double) -> Double {
                        (value / span * steps).rounded() * span / steps + Double(random.below(3) - 1) * 1e-7
                    }
                    return Coordinates(latitude: near(35.6976 + 90 + (random.next() - 0.5) * 0.1, 180) - 90,
                                       longitude: near(179.3663 + (random.next() - 0.5) * 0.1, 360) - 180).kept
                }
            case .dateLine:
                return around(-17, 180, 0.1, 700)
                    + [Coordinates(latitude: -17, longitude: 180), Coordinates(latitude: -17, longitude: -180)]
            case .northPole: return around(89.95, 0, 0.05, 200) + (0..<500).map {
                Coordinates(latitude: 89.7 + random.next() * 0.3, longitude: Double($0) * 0.72 - 180).kept
            }
            case .southPole:
                return (0..<500).map { Coordinates(latitude: -90 + random.next() * 0.2, longitude: Double($0) * 0.72 - 180).kept }
                    + [Coordinates(latitude: -90, longitude: 77)]
            case .equator: return around(0, 0, 0.05, 700)
            }
        }
    }

    private struct Reference {
        var shops: [Shop] = []
        var rating: [Int: (count: Int, sum: Int, at: Int)] = [:]

        func page(_ filter: ShopFilter, open: Set<Int>, limit: Int, offset: Int) -> (ids: [Int], total: Int) {
            let near = filter.near ?? Coordinates(latitude: 0, longitude: 0)
            let kept = shops.map { ($0, ShopDistance.km(near, $0.place)) }.filter { shop, km in
                (filter.categoryID == nil || filter.categoryID == shop.categoryID)
                    && (filter.neighborhoodID == nil || filter.neighborhoodID == shop.neighborhoodID)
                    && (filter.radiusKm == nil || km <= filter.radiusKm ?? 0) && (!filter.isOpenNow || open.contains(shop.id))
                    && filter.words.allSatisfy { shop.names["fr", default: ""].lowercased().contains($0) }
                    && (filter.order != .recentlyRated || rating[shop.id] != nil)
            }
            let sorted = kept.sorted { a, b in
                let (x, y) = (key(a.0, a.1, filter.order), key(b.0, b.1, filter.order))
                return x == y ? a.0.id < b.0.id : x.lexicographicallyPrecedes(y)
            }
            return (sorted.dropFirst(offset).prefix(limit).map(\.0.id), sorted.count)
        }
        private func key(_ shop: Shop, _ km: Double, _ order: ShopFilter.Order) -> [Double] {
            let rated = rating[shop.id]
            switch order {
            case .distance: return [km]
            case .name: return SearchFolding.orderKey(shop.orderName("fr")).utf8.map(Double.init)
            case .rating: return [rated == nil ? 1 : 0, -(rated.map { Double($0.sum) / Double($0.count) } ?? 0), -Double(rated?.count ?? 0)]
            case .discount: return [-Double(shop.discountBasisPoints)]
            case .newest: return [-Double(shop.publishedAt?.millisecondsSinceEpoch ?? 0)]
            case .recentlyRated: return [-Double(rated?.at ?? 0)]
            }
        }
    }

    /// 2026-11-21 07:00 UTC, a Saturday, 08:00 in Algiers.
    private static let moment = OpenMoment(LocalTime(date: CalendarDate(daysSinceEpoch: 20_778), secondOfDay: 8 * 3600))

    private static func build(_ town: Town, _ db: Database, _ random: inout ManyShops.Scatter) throws -> (Reference, open: Set<Int>) {
        var reference = Reference()
        var open: Set<Int> = []
        var check = Validation()
        let morning = OpeningHours.read(["sat": [["07:00", "12:00"]]], "hours", &check),
            evening = OpeningHours.read(["sat": [["18:00", "02:00"]]], "hours", &check)
        let store = ShopStore(database: db, tenant: "town", firstLanguage: "fr")
        for (index, place) in town.places(&random).enumerated() {
            let id = index + 1
            let hours = [nil, morning, evening][random.below(3)]
            if hours != nil, hours == morning { open.insert(id) }
            let shop = ManyShops.shop(id, at: place, hours: hours, neighborhood: random.below(4) + 1, discount: 500 + random.below(7) * 50,
                                      publishedAt: Timestamp(millisecondsSinceEpoch: Int64(random.below(50)) * 86_400_000))
            try store.insert(shop)
            reference.shops.append(shop)
            guard random.below(3) == 0 else { continue }
            let rated = (count: 1 + random.below(2), at: 1 + random.below(40))
            let sum = rated.count * (1 + random.below(5))
            reference.rating[id] = (rated.count, sum, rated.at)
            try db.execute(sql: "UPDATE shop SET rating_count = ?, rating_sum = ?, rated_at = ? WHERE shop_id = ?",
                           arguments: [rated.count, sum, rated.at, id])
        }
        // Neighbours of another tenant count for nothing.
        try ManyShops.add(db, tenant: "other", reference.shops.prefix(50).map(\.place))
        return (reference, open)
    }

    @Test("Totals and pages are those of looking at every shop, for every filter and order", arguments: Town.allCases)
    func againstReference(_ town: Town) throws {
        let folder = NSTemporaryDirectory() + "souk-town-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: Catalog.contents.migrations)
        defer { file.close() }
        var random = ManyShops.Scatter(state: UInt64(town.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
        let (reference, open) = try file.pool.write { try Self.build(town, $0, &random) }
        try file.pool.read { db in
            let lists = ShopListStore(database: db, tenant: "town")
            let viewer = ShopViewer(user: nil, moment: Self.moment)
            for question in 0..<160 {
                let filter = Self.question(question, reference, &random)
                let limit = 1 + random.below(30), offset = [0, 0, limit, 7, 90, 2 * limit][random.below(6)]
                let (shops, total) = try lists.page(filter, bonuses: Bonuses([]), viewer, limit: limit, offset: offset)
                let expected = reference.page(filter, open: open, limit: limit, offset: offset)
                #expect(total == expected.total, "\(town) \(question): \(filter)")
                #expect(shops.map(\.id) == expected.ids, "\(town) \(question): \(filter) \(limit) \(offset)")
            }
        }
    }

    private static func question(_ number: Int, _ reference: Reference, _ random: inout ManyShops.Scatter) -> ShopFilter {
        var filter = ShopFilter()
        let shop = reference.shops[random.below(reference.shops.count)]
        let other = reference.shops[random.below(reference.shops.count)]
        let reach = [0, 1e-6, 0.001, 0.05][random.below(4)]
        let stand = Coordinates(latitude: max(-90, min(90, shop.place.latitude + (random.next() * 2 - 1) * reach)),
                                longitude: max(-180, min(180, shop.place.longitude + (random.next() * 2 - 1) * reach)))
        filter.near = stand
        // Also exactly as far as one of the shops, and a little less.
        let exactly = ShopDistance.km(stand, other.place)
        filter.radiusKm = [0.02, 0.3, 1, 3, 5, 50, exactly > 0 ? exactly : 1, exactly > 1e-9 ? exactly.nextDown : 2, nil][random.below(9)]
        filter.order = .distance
        if random.below(3) == 0 { filter.categoryID = 1 + random.below(12) }
        guard number % 2 == 1 else { return filter }
        if filter.radiusKm ?? 99 <= 50 { filter.order = ShopFilter.Order.allCases[random.below(ShopFilter.Order.allCases.count)] }
        if random.below(2) == 0 { filter.neighborhoodID = 1 + random.below(4) }
        if random.below(3) == 0 { filter.isOpenNow = true }
        if random.below(3) == 0 { filter.words = ["1\(random.below(10))"] }
        return filter
    }
}
