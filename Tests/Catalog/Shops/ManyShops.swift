import CatalogKit
import CatalogService
import CatalogShops
import GRDB
import Kernel

/// Shops by the thousand, scattered the same way each time.
enum ManyShops {
    static func category(_ id: Int) -> Int { id % 12 + 1 }

    /// A linear congruential generator (Knuth, MMIX): the same numbers on every machine.
    struct Scatter {
        var state: UInt64
        /// From 0 to less than 1.
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53)
        }
        mutating func below(_ count: Int) -> Int { Int(next() * Double(count)) }
    }

    /// Answers where each is. Half of them lie near the middle, as in a town.
    static func fill(_ db: Database, tenant: TenantID, count: Int, spreadDegrees: Double) throws -> [Int: Coordinates] {
        var scatter = Scatter(state: 42)
        var places: [Int: Coordinates] = [:]
        let store = ShopStore(database: db, tenant: tenant, firstLanguage: "fr")
        for id in 1...count {
            let spread = id % 2 == 0 ? spreadDegrees : spreadDegrees / 4
            let place = Coordinates(latitude: 35.6976 + (scatter.next() * 2 - 1) * spread,
                                    longitude: -0.6337 + (scatter.next() * 2 - 1) * spread * 1.23).kept
            places[id] = place
            try store.insert(shop(id, at: place))
        }
        return places
    }

    /// Active shops 1 … n at these places.
    static func add(_ db: Database, tenant: TenantID, _ places: [Coordinates], hours: OpeningHours? = nil) throws {
        let store = ShopStore(database: db, tenant: tenant, firstLanguage: "fr")
        for (index, place) in places.enumerated() { try store.insert(shop(index + 1, at: place, hours: hours)) }
    }
    static func shop(_ id: Int, at place: Coordinates, hours: OpeningHours? = nil, neighborhood: Int? = nil, discount: Int? = nil,
                     publishedAt: Timestamp = .distantPast) -> Shop {
        Shop(id: id, state: .active, names: ["fr": "Shop \(id)"], categoryID: category(id), neighborhoodID: neighborhood ?? id % 16 + 1,
             discountBasisPoints: discount ?? 500 + id % 7 * 50, phone: "+213555000000", address: "Somewhere", place: place, hours: hours,
             specialDays: [], vendors: [], createdAt: .distantPast, publishedAt: publishedAt)
    }
}
