import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Testing

@Suite("Zones of delivery")
struct DeliveryZoneTests {
    private typealias Fixture = RestaurantFixture
    private static let place = Coordinates(latitude: 24.7136, longitude: 46.6753)
    private static let home = Coordinates(latitude: 24.7040, longitude: 46.6890)
    private static let work = Coordinates(latitude: 24.7560, longitude: 46.7060)

    private static func circle(_ id: String, radius: Double, fee: Int, perKm: Int = 0, included: Int = 0) -> DeliveryZone {
        DeliveryZone(id: id, name: id, shape: .circle(center: place, radiusMeters: radius), fee: fee, feePerKm: perKm,
                     includedMeters: included, minimumOrder: 0)
    }

    @Test("Distances are those of the specification")
    func distances() {
        #expect(Int(Self.place.meters(to: Self.home).rounded()) == 1748)
        #expect(Int(Self.place.meters(to: Self.work).rounded()) == 5643)
    }

    @Test("The zone with the lowest computed fee serves, of equal ones the first")
    func best() {
        let near = Self.circle("near", radius: 3000, fee: 900), far = Self.circle("far", radius: 8000, fee: 1500)
        let byWay = Self.circle("way", radius: 8000, fee: 0, perKm: 300, included: 500)
        func best(_ zones: [DeliveryZone], _ point: Coordinates) -> DeliveryZones.Match? {
            DeliveryZones(zones).best(for: point, restaurantLocation: Self.place)
        }
        #expect(best([far, near], Self.home)?.zone.id == "near" && best([far, near], Self.home)?.distanceMeters == 1748)
        #expect(best([far, near], Self.work)?.zone.id == "far")
        #expect(best([near, far], Coordinates(latitude: 24.9570, longitude: 46.6988)) == nil)
        // 1,248 m beyond what is included: two kilometres begun.
        #expect(best([near, byWay], Self.home)?.fee == 600)
        #expect(best([near, byWay], Self.work)?.fee == 1800)
        #expect(best([near, Self.circle("same", radius: 3000, fee: 900)], Self.home)?.zone.id == "near")
    }

    @Test("The border of a circle belongs to it")
    func border() {
        let meters = Self.place.meters(to: Self.home)
        #expect(Self.circle("c", radius: meters, fee: 0).contains(Self.home))
        #expect(!Self.circle("c", radius: meters.nextDown, fee: 0).contains(Self.home))
    }

    @Test("A kilometre counts when it is begun")
    func kilometres() {
        let zone = Self.circle("c", radius: 8000, fee: 100, perKm: 10, included: 1000)
        #expect([0, 1000, 1000.001, 2000, 2000.5, 3000].map { zone.fee(forMeters: $0) } == [100, 100, 110, 110, 120, 120])
    }

    @Test("Zones that are none are refused, each by its own name")
    func refusals() throws {
        let it = try Fixture()
        let id = try it.add()
        func refused(_ zones: JSONValue) throws -> Set<String> {
            it.errors(try it.shard.send(SetZones(restaurantId: id, zones: zones), as: Fixture.owner))
        }
        #expect(try refused([]) == ["zones"])
        #expect(try refused(.array(Array(repeating: Fixture.circle(), count: 21))) == ["zones"])
        #expect(try refused([Fixture.circle("", radius: 99, fee: -1)])
            == ["zones.0.name", "zones.0.shape.radiusMeters", "zones.0.fee"])
        #expect(try refused([Fixture.circle(fee: 1_000_001, minimum: 1_000_001)]) == ["zones.0.fee", "zones.0.minimumOrder"])
        #expect(try refused([["name": "x"]]) == ["zones.0.shape.type", "zones.0.fee", "zones.0.minimumOrder"])
        var twice = Fixture.circle().object ?? [:]
        twice["id"] = "a"
        #expect(try refused([.object(twice), .object(twice)]) == ["zones.1.id"])
        twice["includedMeters"] = 50_001
        twice["feePerKm"] = ["amount": 5, "currency": "EUR"]
        #expect(try refused([.object(twice)]) == ["zones.0.includedMeters", "zones.0.feePerKm"])
        #expect(try it.shard.count(of: "restaurant_zone") == 0)
    }
}
