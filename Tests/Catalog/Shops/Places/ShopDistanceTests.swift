import CatalogKit
import CatalogService
import CatalogShops
import Foundation
import Kernel
import Testing

@Suite("Distances to shops")
struct ShopDistanceTests {
    private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/distances.csv")

    /// Pairs within the reach of a search (and a few beyond), around the town and around the world.
    private static func pairs() -> [(Coordinates, Coordinates)] {
        let stands = [Coordinates(latitude: 35.6976, longitude: -0.6337), Coordinates(latitude: 20, longitude: 179.8),
                      Coordinates(latitude: -54.8, longitude: -68.3),
                      Coordinates(latitude: 69.6, longitude: 18.9), Coordinates(latitude: 51.5, longitude: 0)]
        return stands.flatMap { stand in
            (1...250).map { step in
                let reach = 0.0005 * Double(step) * 1.013, turn = Double(step) * 2.399963
                return (stand, Coordinates(latitude: stand.latitude + reach * sin(turn), longitude: stand.longitude + reach * cos(turn)))
            }
        }
    }

    /// `Tests/Interop/nearby_distances.py` compares the same file with the geodesic.
    @Test("The distances a foreign judge looks at are those of the catalog")
    func distances() throws {
        let lines = Self.pairs().map { a, b in
            let numbers = [a.latitude, a.longitude, b.latitude, b.longitude].map { String(format: "%.6f", $0) }
            let kept = numbers.compactMap(Double.init)
            let km = ShopDistance.km(Coordinates(latitude: kept[0], longitude: kept[1]), Coordinates(latitude: kept[2], longitude: kept[3]))
            return (numbers + [String(format: "%.6f", km)]).joined(separator: ",")
        }
        let text = lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" { try Data(text.utf8).write(to: Self.golden) }
        #expect(try String(contentsOf: Self.golden, encoding: .utf8) == text)
    }

    @Test("Kilometres are shown with two decimals, rounded half up", arguments: [(1.2051, 1.21), (0.004999, 0), (0.005, 0.01), (50, 50)])
    func rounding(_ km: Double, _ shown: Double) { #expect(ShopDistance.shown(km) == shown) }

    @Test("A cell knows how near and how far its places are", arguments: [
        Coordinates(latitude: 35.6976, longitude: -0.6337), Coordinates(latitude: -12, longitude: 179.99),
        Coordinates(latitude: 89.99, longitude: 20), Coordinates(latitude: -90, longitude: 0),
    ])
    func cells(_ stand: Coordinates) {
        for step in 0..<400 {
            // Around the world, and near by.
            let place = step < 200 ? Coordinates(latitude: -80 + Double(step) * 0.8, longitude: -179 + Double(step) * 1.79)
                : Coordinates(latitude: max(-90, min(90, stand.latitude + sin(Double(step)) * 0.1)),
                              longitude: max(-180, min(180, stand.longitude + cos(Double(step) * 1.7) * 0.1)))
            let grid = GridPlace(place)
            let km = ShopDistance.km(stand, grid.coordinates)
            let circle = PlaceCircle(stand, km: km)
            #expect(circle.cells(at: GeoCell.coarsest)?.contains(GeoCell(grid).ancestor(at: GeoCell.coarsest)) != false, "\(place)")
            for level in GeoCell.levels {
                let part = GeoCell(grid).ancestor(at: level + GeoCell.levelStep)
                let cell = part.ancestor(at: level)
                let frame = CellFrame(cell, from: circle)
                #expect(frame.nearest(part.number) <= circle.surelyOut && frame.farthest(part.number) >= circle.surelyIn,
                        "\(place) \(level)")
                #expect(cell.part(part.number) == part && part.number == part.code & 15)
                #expect(part.corner.north <= grid.north && part.corner.east <= grid.east && part.finestCodes.contains(GeoCell(grid).code))
            }
        }
    }
}
