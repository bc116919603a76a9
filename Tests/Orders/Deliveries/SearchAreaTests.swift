import Contracts
import OrdersDeliveries
import Kernel
import Testing

@Suite("Where couriers are looked for")
struct SearchAreaTests {
    private static func finds(_ point: GeoPoint, in area: SearchArea) -> Bool {
        area.bands.contains(SearchArea.band(of: point)) && area.spans.contains { $0.contains(point.lng) }
    }

    @Test("No point within the distance is missed, at the equator, the poles and the date line")
    func complete() {
        var draw = Draw(3)
        func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * Double(draw.below(1_000_001)) / 1_000_000 }
        let centres = [(24.7136, 46.6753), (0, 0), (0, 180), (0, -180), (89.99, 10), (-89.99, -170), (90, 0), (-90, 0), (60, 179.95),
                       (-0.05, -179.99)]
        var near = 0
        for (lat, lng) in centres {
            let centre = GeoPoint(lat: lat, lng: lng), area = SearchArea(around: centre, meters: 10_000)
            #expect(Self.finds(centre, in: area))
            for _ in 0..<2_000 {
                var east = abs(lat) > 89 ? between(-180, 180) : lng + between(-0.4, 0.4)
                if east > 180 { east -= 360 } else if east < -180 { east += 360 }
                let point = GeoPoint(lat: min(90, max(-90, lat + between(-0.15, 0.15))), lng: east)
                guard centre.meters(to: point) <= 10_000 else { continue }
                near += 1
                #expect(Self.finds(point, in: area), "\(point) near \(centre)")
            }
        }
        #expect(near > 2_000)
    }

    @Test("Of a large country only the neighbourhood is read")
    func small() {
        let area = SearchArea(around: GeoPoint(lat: 24.7136, lng: 46.6753), meters: 10_000)
        #expect(area.bands.count <= 3 && area.spans.count == 1)
        #expect(area.spans[0].upperBound - area.spans[0].lowerBound < 0.21)
    }

    @Test("Distances and rides are those of the specification")
    func distances() {
        #expect(CourierScene.shop.wholeMeters(to: CourierScene.home) == 1748)
        #expect(CourierScene.start.wholeMeters(to: CourierScene.shop) == 405)
        #expect(CourierTravel.minutes(CourierScene.shop, CourierScene.home) == 6)
        #expect(CourierTravel.minutes(CourierScene.shop, CourierScene.shop) == 1)
    }
}
