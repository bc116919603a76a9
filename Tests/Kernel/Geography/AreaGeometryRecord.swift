import Foundation
import Kernel
import Testing

/// What areas answer about many points, which shapes are areas at all, and how far places are from them, written down for a judge
/// that knows nothing of them (`Tests/Interop/areas.py`, shapely over GEOS).
@Suite("Points and areas")
struct AreaGeometryRecord {
    private struct Scatter {
        var state: UInt64
        /// From 0 to less than 1.
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53)
        }
        mutating func below(_ count: Int) -> Int { Int(next() * Double(count)) }
    }
    private typealias Ring = [MicroPoint]
    private static let (areas, pointsEach, shapes, distances) = (800, 150, 20_000, 2000)

    /// A star around a place: its corners at growing angles, so no two edges cross.
    private static func star(_ x: Int, _ y: Int, _ radius: Double, _ count: Int, _ random: inout Scatter) -> Ring {
        var points = (0..<count).map { k in
            let angle = (Double(k) + random.next() * 0.8) / Double(count) * 2 * Double.pi
            let far = radius * (0.4 + 0.6 * random.next())
            return MicroPoint(x: x + Int((far * cos(angle)).rounded()), y: y + Int((far * sin(angle)).rounded()))
        }
        points.append(points[0])
        return points
    }

    /// Corners, points of edges that lie on the grid, points as high as a corner, and others.
    private static func points(_ area: AreaGeometry, _ radius: Int, _ random: inout Scatter) -> [MicroPoint] {
        let rings = area.polygons.flatMap(\.rings)
        return rings.flatMap(\.self) + (0..<pointsEach).map { number in
            let ring = rings[random.below(rings.count)]
            let corner = random.below(ring.count - 1)
            let (a, b) = (ring[corner], ring[corner + 1])
            switch number % 4 {
            case 0:
                let (dx, dy) = (b.x - a.x, b.y - a.y)
                let steps = divisor(abs(dx), abs(dy)), step = random.below(steps + 1)
                return MicroPoint(x: a.x + dx / steps * step, y: a.y + dy / steps * step)
            case 1:
                let part = random.next()
                return MicroPoint(x: a.x + Int(Double(b.x - a.x) * part), y: a.y + Int(Double(b.y - a.y) * part))
            case 2: return MicroPoint(x: a.x + random.below(radius) - radius / 2, y: a.y)
            default: return MicroPoint(x: a.x + random.below(2 * radius) - radius, y: a.y + random.below(2 * radius) - radius)
            }
        }
    }
    private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? max(a, 1) : divisor(b, a % b) }

    @Test("100,000 points in areas with holes and parts, 20,000 shapes and 2,000 distances are written down with their answers")
    func record() throws {
        var random = Scatter(state: 20_261_123)
        var lines: [String] = []
        var found = (inside: 0, outside: 0, shapes: 0)
        for number in 0..<Self.areas {
            let area = Self.area(number, &random)
            #expect(area.flaw == nil)
            let points = Self.points(area, area.box.east - area.box.west, &random)
            let answers = points.map { area.contains($0) }
            found.inside += answers.filter { $0 }.count
            found.outside += answers.filter { !$0 }.count
            lines.append(Self.line(area, ["points": Self.json(points), "answers": .array(answers.map { .bool($0) })]))
        }
        for number in 0..<Self.shapes {
            // On a small grid rings cross, touch, fold and lie in each other often.
            let area = Self.shape(parts: 1 + number % 2, size: 5 + number % 3, &random)
            let isArea = area.flaw == nil
            found.shapes += isArea ? 1 : 0
            lines.append(Self.line(area, ["isArea": .bool(isArea)]))
        }
        for number in 0..<Self.distances {
            let area = Self.area(number, &random)
            let width = area.box.east - area.box.west
            // Inside, beside, and some too far away.
            let spread = number % 5 == 0 ? 1_200_000 : width
            let point = MicroPoint(x: area.box.west + random.below(width + 2 * spread) - spread,
                                   y: area.box.south + random.below(width + 2 * spread) - spread)
            guard abs(point.y) <= 85_000_000, abs(point.x) <= 179_000_000 else { continue }
            var nearest = NearestEdge(to: point, within: 50_000)
            nearest.look(at: area)
            lines.append(Self.line(area, ["from": Self.json([point]), "meters": nearest.meters.map { .double($0) } ?? .null]))
        }
        #expect(found.inside > 30_000 && found.outside > 30_000 && found.shapes > 2000)
        let folder = URL(fileURLWithPath: #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/.build/judges")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "areas.jsonl"))
    }

    /// A star; two of three have a hole, and every fourth has another star beside it.
    private static func area(_ number: Int, _ random: inout Scatter) -> AreaGeometry {
        // Small ones have many of their grid's points on edges.
        let radius = number % 2 == 0 ? 40 + random.next() * 400 : 10_000 + random.next() * 300_000
        let (x, y) = (random.below(340_000_000) - 170_000_000, random.below(160_000_000) - 80_000_000)
        func part(_ x: Int, _ radius: Double) -> PlanarPolygon<MicroPoint> {
            var rings: [Ring] = []
            repeat {
                rings = [star(x, y, radius, 4 + random.below(30), &random)]
                if number % 3 != 0 { rings.append(star(x, y, radius * 0.2, 3 + random.below(6), &random)) }
            } while AreaGeometry(.polygon, [PlanarPolygon(rings: rings)]).flaw != nil
            return PlanarPolygon(rings: rings)
        }
        let first = part(x, radius)
        return number % 4 != 0 ? AreaGeometry(.polygon, [first])
            : AreaGeometry(.multiPolygon, [first, part(x + Int(radius * 2) + 2, radius)])
    }
    private static func shape(parts: Int, size: Int, _ random: inout Scatter) -> AreaGeometry {
        let polygons = (0..<parts).map { _ in
            PlanarPolygon(rings: (0..<(1 + random.below(2))).map { number in
                // Triangles and quadrangles in what is often a square around them.
                if number == 0, random.below(2) == 0 {
                    return [(0, 0), (size, 0), (size, size), (0, size), (0, 0)].map { MicroPoint(x: $0.0, y: $0.1) }
                }
                var ring = (0..<(3 + random.below(4))).map { _ in MicroPoint(x: random.below(size + 1), y: random.below(size + 1)) }
                ring.append(ring[0])
                return ring
            })
        }
        return AreaGeometry(parts == 1 ? .polygon : .multiPolygon, polygons)
    }

    private static func json(_ points: [MicroPoint]) -> JSONValue { .array(points.map { [.int($0.x), .int($0.y)] }) }
    private static func line(_ area: AreaGeometry, _ members: [String: JSONValue]) -> String {
        var all = members
        all["parts"] = .array(area.polygons.map { .array($0.rings.map(json)) })
        var writer = JSONWriter()
        writer.value(.object(all))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
