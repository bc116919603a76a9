import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import GRDB
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lists over many restaurants against a reference that looks at each of them.
@Suite("Lists of many restaurants")
struct ManyRestaurantsTests {
    private struct Known {
        let restaurant: Restaurant
        let zones: DeliveryZones
        let isOpen: Bool
        var id: String { restaurant.id.rawValue }
    }

    /// Scattered over a town of so many degrees, every fifth one closed now, every third one rated.
    private static func fill(_ it: RestaurantFixture, _ count: Int, spread: Double = 0.3) throws -> [Known] {
        var random = ManyShops.Scatter(state: 7)
        let definition = RestaurantFixture.definition(), zone = try TimeZoneRules.named(definition.timezone), now = it.shard.now
        it.shard.hasRowsPastTheLog = true
        return try it.shard.file.pool.write { db in
            let store = RestaurantStore(database: db, definition: definition)
            return try (0..<count).map { number in
                let place = Coordinates(latitude: 24.72 + (random.next() - 0.4) * spread,
                                        longitude: 46.70 + (random.next() - 0.5) * spread * 4 / 3)
                let isOpen = number % 5 != 0
                let period = OpeningPeriod(opens: 0, closes: 1440)
                let week = isOpen ? Dictionary(uniqueKeysWithValues: (0...6).map { ($0, [period]) }) : [0: [period]]
                let stars = number % 3 == 0 ? random.below(5) + 1 : 0
                let restaurant = Restaurant(
                    id: RestaurantID("r-\(number)"), ownerId: "salman", slug: "r-\(number)", names: ["ar": "مطعم \(number % 40)"],
                    descriptions: [:], cuisines: [["saudi", "pizza", "seafood"][number % 3]], status: .active, availability: .normal,
                    calendar: OpeningCalendar(week: week, zone: zone), phone: "+966500000103", location: place, addressLine: "شارع",
                    logoId: nil, coverId: nil, prepMinutes: 20, maxActiveOrders: nil, freeDeliveryAbove: nil, commissionBasisPoints: 1500,
                    notAccepted: 0, menuVersion: 0, ratingSum: stars, ratingCount: stars > 0 ? 1 : 0, featured: nil, createdAt: now)
                let zones = Self.zones(number, around: place, &random)
                try store.insert(restaurant, at: now)
                try store.replaceZones(of: restaurant, by: zones)
                return Known(restaurant: restaurant, zones: zones, isOpen: isOpen)
            }
        }
    }

    /// Circles, squares, shapes of many points; every third restaurant has a cheaper zone within the first one.
    private static func zones(_ number: Int, around place: Coordinates, _ random: inout ManyShops.Scatter) -> DeliveryZones {
        let radius = Double(500 + random.below(6000)), fee = 500 + random.below(20) * 50
        let corners = [nil, 4, nil, 60][number % 4]
        let shape: DeliveryZone.Shape = corners.map { DeliveryZone.Shape.polygon(polygon(corners: $0, around: place, radius)) }
            ?? .circle(center: place, radiusMeters: radius)
        let outer = DeliveryZone(id: "z", name: "z", shape: shape, fee: fee, feePerKm: 30, includedMeters: 1000, minimumOrder: 0)
        guard number % 3 == 0 else { return DeliveryZones([outer]) }
        let inner = DeliveryZone(id: "y", name: "y", shape: .circle(center: place, radiusMeters: radius / 2), fee: fee - 100, feePerKm: 30,
                                 includedMeters: 1000, minimumOrder: 0)
        return DeliveryZones([outer, inner])
    }
    private static func polygon(corners: Int, around place: Coordinates, _ radius: Double) -> ZonePolygon {
        let degrees = radius / 111_195
        let ring = (0..<corners).map { corner in
            let angle = 2 * Double.pi * Double(corner) / Double(corners)
            return PlanePoint(x: place.longitude + degrees * cos(angle), y: place.latitude + degrees * sin(angle))
        }
        return ZonePolygon(rings: [ring + ring.prefix(1)])
    }

    @Test("Every filter in every order answers what a look at each restaurant does, page by page",
          arguments: ["rating", "fee", "distance"], [0.3, 0.05])
    func reference(_ order: String, _ spread: Double) throws {
        let it = try RestaurantFixture()
        // More than what is sorted at once; in the narrow town more than that deliver to the place.
        let all = try Self.fill(it, 1500, spread: spread)
        let near = Coordinates(latitude: 24.72, longitude: 46.70)
        for (cuisine, open, deliverable) in [(nil, false, false), ("pizza", false, false), (nil, true, false), (nil, false, true),
                                             (nil, true, true), ("saudi", true, true)] as [(String?, Bool, Bool)] {
            let wanted = all.filter { one in
                (cuisine.map(one.restaurant.cuisines.contains) ?? true) && (!open || one.isOpen)
                    && (!deliverable || one.zones.best(for: near, restaurantLocation: one.restaurant.location) != nil)
            }
            let sorted = Self.sorted(wanted, order, near)
            var question: [String: JSONValue] = ["near": "24.72,46.70", "sort": .string(order), "perPage": 100]
            if let cuisine { question["cuisine"] = .string(cuisine) }
            if open { question["open"] = true }
            if deliverable { question["deliverable"] = true }
            for page in [1, 2, sorted.count / 100, sorted.count / 100 + 1] where page > 0 {
                question["page"] = .int(page)
                let found = try it.browse(.object(question))
                let ids = found["data"]?.array?.compactMap { $0["id"]?.string } ?? []
                #expect(ids == Array(sorted.dropFirst((page - 1) * 100).prefix(100)), "\(cuisine ?? "") \(open) \(deliverable) \(page)")
                #expect(found["meta"]?["total"]?.int == sorted.count)
            }
        }
    }
    private static func sorted(_ wanted: [Known], _ order: String, _ near: Coordinates) -> [String] {
        let keys: [(id: String, key: Double)] = wanted.map { ($0.id, key($0, order, near)) }
        return keys.sorted { a, b in a.key == b.key ? a.id < b.id : a.key < b.key }.map(\.id)
    }
    private static func key(_ one: Known, _ order: String, _ near: Coordinates) -> Double {
        switch order {
        case "rating": one.restaurant.rating.map { -$0 } ?? 0
        case "fee": one.zones.best(for: near, restaurantLocation: one.restaurant.location).map { Double($0.fee) } ?? .infinity
        default: near.meters(to: one.restaurant.location)
        }
    }

    @Test("Cells cover all of a zone, and what is called whole lies in it")
    func cover() throws {
        let it = try RestaurantFixture()
        let all = try Self.fill(it, 300)
        var random = ManyShops.Scatter(state: 3)
        for _ in 0..<40 {
            let place = Coordinates(latitude: 24.6 + random.next() * 0.3, longitude: 46.5 + random.next() * 0.4)
            let wanted = all.filter { $0.zones.best(for: place, restaurantLocation: $0.restaurant.location) != nil }.map(\.id)
            let found = try it.browse(["near": .string("\(place.latitude),\(place.longitude)"), "deliverable": true, "perPage": 100])
            #expect(found["meta"]?["total"]?.int == wanted.count)
            let ids = found["data"]?.array?.compactMap { $0["id"]?.string } ?? []
            #expect(ids.allSatisfy { wanted.contains($0) })
        }
    }
}
