import Kernel
import OrdersFuelPages
import ServiceKit
import Testing

@Suite("Maps drawn from areas")
struct AreaMapTests {
    private func drawn(_ areas: [AreaMap.Area], _ pins: [AreaMap.Pin], showsAreas: Bool = true) -> String {
        AreaMap(areas: areas, pins: pins, showsAreas: showsAreas).markup(id: "map", title: "Map", description: "Text").html
    }
    private func numbers(_ name: String, in text: String) -> [Int] {
        text.matches(of: /([a-z]+)="(-?[0-9]+)"/).filter { $0.1 == name }.compactMap { Int($0.2) }
    }

    @Test("North is up, east is right, and a kilometre is as long in both directions")
    func directions() throws {
        let center = GeoPoint(lat: 25.76, lng: -80.19)
        // A hundredth of a degree of longitude is shorter there than one of latitude.
        let pins = [AreaMap.Pin(.place, label: "c", point: center),
                    AreaMap.Pin(.place, label: "n", point: GeoPoint(lat: 25.86, lng: -80.19)),
                    AreaMap.Pin(.place, label: "e", point: GeoPoint(lat: 25.76, lng: -80.09))]
        let text = drawn([], pins), x = numbers("cx", in: text), y = numbers("cy", in: text)
        try #require(x.count == 3 && y.count == 3)
        #expect(x[0] == x[1] && y[1] < y[0] && y[0] == y[2] && x[2] > x[0])
        let north = Double(y[0] - y[1]) / center.meters(to: pins[1].point), east = Double(x[2] - x[0]) / center.meters(to: pins[2].point)
        #expect(abs(north / east - 1) < 0.02)
    }

    @Test("A hole is a ring of the same path, and every corner lies on the drawing")
    func holes() throws {
        let text = drawn([FuelPageSamples.core], [])
        let path = try #require(text.firstMatch(of: /class="area" d="([^"]+)"/)?.1)
        #expect(path.filter { $0 == "M" }.count == 2 && path.filter { $0 == "Z" }.count == 2)
        let height = try #require(text.firstMatch(of: /viewBox="0 0 1000 ([0-9]+)"/).flatMap { Int($0.1) })
        let corners = path.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
        #expect(corners.count == 16)
        for (index, corner) in corners.enumerated() { #expect((0...(index.isMultiple(of: 2) ? 1000 : height)).contains(corner)) }
    }

    @Test("No place, one place, the poles and the date line draw a map without a trap", arguments: [
        [], [GeoPoint(lat: 0, lng: 0)], [GeoPoint(lat: 90, lng: 0), GeoPoint(lat: -90, lng: 180)],
        [GeoPoint(lat: 10, lng: -180), GeoPoint(lat: 10, lng: 180)], [GeoPoint(lat: .nan, lng: .infinity)],
    ] as [[GeoPoint]])
    func edges(points: [GeoPoint]) {
        #expect(drawn([], points.map { AreaMap.Pin(.truck, label: "T", point: $0) }).hasPrefix("<svg class=\"map\" viewBox=\"0 0 1000 "))
    }
}
