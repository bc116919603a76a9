import CatalogKit
import CatalogRestaurants
import Foundation
import Kernel
import Testing

/// What polygons of zones answer about many points, and which rings are refused, written down for a judge that knows nothing of them
/// (`Tests/Interop/zones.py`, shapely over GEOS).
@Suite("Points and polygons")
struct ZoneRecord {
    private static let polygons = 1000
    private static let pointsEach = 100
    private static let rings = 20_000

    /// Rounded as maps send them, so that points meet corners and borders.
    private static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }

    /// A star around a place: its corners at growing angles, so no two edges cross.
    private static func star(_ x: Double, _ y: Double, _ radius: Double, _ count: Int, _ random: inout ManyShops.Scatter) -> [PlanePoint] {
        var points = (0..<count).map { k in
            let angle = (Double(k) + random.next() * 0.8) / Double(count) * 2 * Double.pi
            let far = radius * (0.4 + 0.6 * random.next())
            return PlanePoint(x: rounded(x + far * cos(angle), 1e7), y: rounded(y + far * sin(angle), 1e7))
        }
        points.append(points[0])
        return points
    }

    private static func points(_ polygon: ZonePolygon, _ radius: Double, _ random: inout ManyShops.Scatter) -> [PlanePoint] {
        (0..<pointsEach).map { number in
            let ring = polygon.rings[random.below(polygon.rings.count)]
            let corner = random.below(ring.count - 1)
            let (a, b) = (ring[corner], ring[corner + 1])
            switch number % 5 {
            case 0: return a
            case 1:  // On an edge, as far as numbers allow.
                let part = random.next()
                return PlanePoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
            case 2: return PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            case 3:  // As high as a corner.
                return PlanePoint(x: a.x + (random.next() - 0.5) * radius, y: a.y)
            default: return PlanePoint(x: a.x + (random.next() - 0.5) * radius * 2, y: a.y + (random.next() - 0.5) * radius * 2)
            }
        }
    }

    @Test("100,000 points in polygons with holes, and 20,000 rings, are written down with their answers")
    func record() throws {
        var random = ManyShops.Scatter(state: 20_261_121)
        var lines: [String] = []
        var found = (inside: 0, outside: 0)
        for number in 0..<Self.polygons {
            let (x, y) = (rounded(random.next() * 340 - 170), rounded(random.next() * 160 - 80))
            let radius = 0.01 + random.next() * 0.3
            var rings = [Self.star(x, y, radius, 4 + random.below(30), &random)]
            // Every point of the star is at least 0.4 of the radius away, but not every edge.
            if number % 3 != 0 { rings.append(Self.star(x, y, radius * 0.05, 3 + random.below(8), &random)) }
            let polygon = ZonePolygon(rings: rings)
            let points = Self.points(polygon, radius, &random)
            let answers = points.map { polygon.contains($0) }
            found.inside += answers.filter { $0 }.count
            found.outside += answers.filter { !$0 }.count
            lines.append(try Line(rings: rings.map(Self.pairs), points: [Self.pairs(points)], answers: answers).json)
        }
        for _ in 0..<Self.rings {
            // On a small grid rings cross, touch and fold often.
            var ring = (0..<(3 + random.below(4))).map { _ in PlanePoint(x: Double(random.below(5)), y: Double(random.below(5))) }
            ring.append(ring[0])
            lines.append(try Line(rings: [Self.pairs(ring)], points: nil, answers: [ZonePolygon(rings: [ring]).isValid]).json)
        }
        #expect(found.inside > 20_000 && found.outside > 20_000)
        let folder = URL(fileURLWithPath: #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 } + "/.build/judges")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "zones.jsonl"))
    }
    private func rounded(_ value: Double) -> Double { Self.rounded(value, 1e7) }

    private static func pairs(_ points: [PlanePoint]) -> [[Double]] { points.map { [$0.x, $0.y] } }

    private struct Line: Encodable {
        let rings: [[[Double]]]
        let points: [[[Double]]]?
        let answers: [Bool]
        var json: String { get throws { String(decoding: try JSON.encode(self), as: UTF8.self) } }
    }
}
