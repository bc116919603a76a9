import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

/// Lists over many restaurants against a reference that looks at each of them.
@Suite("Lists of many restaurants")
struct ManyRestaurantsTests {
    private struct Known {
        let id, slug: String
        let place: Coordinates
        let zones: DeliveryZones
        let cuisine: String
        let isOpen: Bool
        let stars: Int?
    }

    /// Scattered over a town, every fifth one closed now, every third one rated.
    private static func fill(_ it: RestaurantFixture, _ count: Int) throws -> [Known] {
        var random = ManyShops.Scatter(state: 7)
        return try (0..<count).map { number in
            let place = Coordinates(latitude: 24.6 + random.next() * 0.3, longitude: 46.5 + random.next() * 0.4).kept
            let cuisine = ["saudi", "pizza", "seafood"][number % 3]
            let radius = 500 + random.below(6000), fee = 500 + random.below(20) * 50
            let isOpen = number % 5 != 0
            let hours: JSONValue = isOpen ? RestaurantFixture.always : [["dayOfWeek": 0, "opens": "10:00", "closes": "11:00"]]
            let slug = "r-\(number)"
            let id = try it.addActive(
                RestaurantFixture.edit("مطعم \(number % 40)", slug: slug, cuisines: [cuisine], lat: place.latitude, lng: place.longitude),
                zones: [RestaurantFixture.circle(lat: place.latitude, lng: place.longitude, radius: radius, fee: fee)], hours: hours,
                as: .user("owner-\(number / 20)", roles: ["owner"]))
            let stars = number % 3 == 0 ? random.below(5) + 1 : nil
            if let stars { try it.rate(id, stars, order: slug) }
            let zone = DeliveryZone(id: "z", name: "z", shape: .circle(center: place, radiusMeters: Double(radius)), fee: fee, feePerKm: 0,
                                    includedMeters: 0, minimumOrder: 0)
            return Known(id: id.rawValue, slug: slug, place: place, zones: DeliveryZones([zone]), cuisine: cuisine, isOpen: isOpen,
                         stars: stars)
        }
    }

    @Test("Every filter in every order answers what a look at each restaurant does, page by page")
    func reference() throws {
        let it = try RestaurantFixture()
        let all = try Self.fill(it, 600)
        let near = Coordinates(latitude: 24.72, longitude: 46.70)
        for order in ["rating", "fee", "distance"] {
            for (cuisine, open, deliverable) in [(nil, false, false), ("pizza", false, false), (nil, true, false), (nil, false, true),
                                                 ("saudi", true, true)] as [(String?, Bool, Bool)] {
                let wanted = all.filter { one in
                    (cuisine == nil || one.cuisine == cuisine) && (!open || one.isOpen)
                        && (!deliverable || one.zones.best(for: near, restaurantLocation: one.place) != nil)
                }
                let sorted = wanted.sorted { a, b in
                    let (x, y) = (Self.key(a, order, near), Self.key(b, order, near))
                    return x == y ? a.id < b.id : x < y
                }.map(\.slug)
                var question: [String: JSONValue] = ["near": "24.72,46.70", "sort": .string(order), "perPage": 50]
                if let cuisine { question["cuisine"] = .string(cuisine) }
                if open { question["open"] = true }
                if deliverable { question["deliverable"] = true }
                var found: [String] = []
                for page in 1...13 {
                    question["page"] = .int(page)
                    found += try it.slugs(.object(question))
                }
                #expect(found == sorted, "\(order) \(cuisine ?? "") \(open) \(deliverable)")
                #expect(try it.browse(.object(question))["meta"]?["total"]?.int == sorted.count)
            }
        }
    }
    private static func key(_ one: Known, _ order: String, _ near: Coordinates) -> Double {
        switch order {
        case "rating": one.stars.map { -Double($0) } ?? 0
        case "fee": one.zones.best(for: near, restaurantLocation: one.place).map { Double($0.fee) } ?? .infinity
        default: near.meters(to: one.place)
        }
    }
}
