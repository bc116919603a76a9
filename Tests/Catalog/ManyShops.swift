import CatalogService
import GRDB
import Kernel

/// Shops by the thousand, scattered the same way each time.
enum ManyShops {
    static func category(_ id: Int) -> Int { id % 12 + 1 }

    /// A linear congruential generator (Knuth, MMIX): the same numbers on every machine.
    private struct Scatter {
        var state: UInt64
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53)
        }
    }

    /// Answers where each is. Half of them lie near the middle, as in a town.
    static func fill(_ db: Database, tenant: TenantID, count: Int, spreadDegrees: Double) throws -> [Int: Coordinates] {
        var scatter = Scatter(state: 42)
        var places: [Int: Coordinates] = [:]
        let store = ShopStore(database: db, tenant: tenant, firstLanguage: "fr")
        for id in 1...count {
            let spread = id % 2 == 0 ? spreadDegrees : spreadDegrees / 4
            let place = Coordinates(latitude: 35.6976 + (scatter.next() * 2 - 1) * spread, longitude: -0.6337 + (scatter.next() * 2 - 1) * spread * 1.23).kept
            places[id] = place
            try store.insert(Shop(id: id, state: .active, names: ["fr": "Shop \(id)"], categoryID: category(id), neighborhoodID: id % 16 + 1,
                                  discountBasisPoints: 500 + id % 7 * 50, phone: "+213555000000", address: "Somewhere", place: place, hours: nil,
                                  specialDays: [], vendors: [], createdAt: .distantPast, publishedAt: .distantPast))
        }
        return places
    }
}
