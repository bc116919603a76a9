import CatalogKit
import CatalogRestaurants
import CatalogService
import Contracts
import Kernel
import Testing

@Suite("Polygons of zones")
struct ZonePolygonTests {
    private typealias Fixture = RestaurantFixture

    private static func ring(_ points: [(Double, Double)]) -> [PlanePoint] { points.map { PlanePoint(x: $0.0, y: $0.1) } }
    /// A square of ten with a square hole of two in its middle.
    private static let framed = ZonePolygon(rings: [
        ring([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]), ring([(4, 4), (4, 6), (6, 6), (6, 4), (4, 4)]),
    ])

    @Test("Inside, outside, in a hole, and on every border", arguments: [
        (5.0, 1.0, true), (1, 5, true), (5, 5, false), (11, 5, false), (-1, 5, false), (5, -1, false), (5, 11, false),
        (0, 0, true), (10, 10, true), (10, 5, true), (5, 10, true), (0, 5, true), (5, 0, true),
        (4, 4, true), (4, 5, true), (6, 6, true), (5, 6, true), (5, 4, true), (6, 5, true),
        // As high as a corner, beside it.
        (-1, 0, false), (-1, 10, false), (11, 10, false), (3, 4, true), (3, 6, true), (7, 6, true),
    ])
    func borders(_ x: Double, _ y: Double, _ isIn: Bool) {
        #expect(Self.framed.contains(PlanePoint(x: x, y: y)) == isIn)
        // The way around a ring does not matter.
        let turned = ZonePolygon(rings: Self.framed.rings.map { $0.reversed() })
        #expect(turned.contains(PlanePoint(x: x, y: y)) == isIn)
    }

    @Test("A point beside a slanted border by the smallest step is not on it")
    func exact() {
        let triangle = ZonePolygon(rings: [Self.ring([(0, 0), (12, 12), (0, 24), (0, 0)])])
        for k in 1...11 {
            let x = Double(k) + 0.1
            #expect(triangle.contains(PlanePoint(x: x, y: x)))
            #expect(!triangle.contains(PlanePoint(x: x.nextUp, y: x)))
            #expect(triangle.contains(PlanePoint(x: x.nextDown, y: x)))
        }
    }

    @Test("A wrong polygon is refused, with the reason", arguments: [
        // Open, too short, a bow tie, a spike, a hole outside, a hole across, a hole in a hole, the same twice.
        ([[[0, 0], [1, 0], [1, 1], [0, 1]]], "must end where it begins"), ([[[0, 0], [1, 0], [0, 0]]], "must have at least 4 points"),
        ([[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]], "must not cross itself"),
        ([[[0, 0], [2, 0], [1, 0], [1, 1], [0, 0]]], "must not cross itself"),
        ([[[0, 0], [1, 0], [2, 0], [0, 0]]], "must not cross itself"),
        ([[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[20, 0], [21, 0], [21, 1], [20, 0]]],
         "must have its holes inside and apart from each other"),
        ([[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[8, 1], [12, 1], [8, 3], [8, 1]]], "must not cross itself"),
        ([[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[1, 1], [8, 1], [8, 8], [1, 8], [1, 1]], [[2, 2], [3, 2], [3, 3], [2, 2]]],
         "must have its holes inside and apart from each other"),
        ([[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]], "must not cross itself"),
    ] as [([[[Double]]], String)])
    func flaws(_ rings: [[[Double]]], _ sentence: String) throws {
        let it = try Fixture()
        let id = try it.add()
        let reply = try it.shard.send(SetZones(restaurantId: id, zones: [Self.zone(rings)]), as: Fixture.owner)
        #expect(reply?.status == 422)
        #expect(reply?.json["errors"]?.object?.values.flatMap { $0.array ?? [] } == [.string(sentence)])
    }

    @Test("Rings may touch in a point, and points may be repeated")
    func touching() throws {
        let it = try Fixture()
        let id = try it.add()
        let rings: [[[Double]]] = [[[0, 0], [9, 0], [9, 0], [9, 9], [0, 9], [0, 0]], [[0, 0], [2, 1], [1, 2], [0, 0]]]
        let reply = try it.shard.send(SetZones(restaurantId: id, zones: [Self.zone(rings)]), as: Fixture.owner)
        let sent = try JSONValue(encoding: rings)
        #expect(reply?.status == 200 && reply?.json["zones"]?.array?.first?["shape"]?["coordinates"] == sent)
    }

    @Test("At most 200 points, counted over all rings")
    func size() throws {
        let it = try Fixture()
        let id = try it.add()
        func circle(_ count: Int) -> [[Double]] {
            let points = (0..<count - 1).map { k -> [Double] in
                let step = Double(k) / Double(count - 1) * 4
                switch Int(step) {
                case 0: return [step, 0]
                case 1: return [1, step - 1]
                case 2: return [3 - step, 1]
                default: return [0, 4 - step]
                }
            }
            return points + [points[0]]
        }
        #expect(try it.shard.send(SetZones(restaurantId: id, zones: [Self.zone([circle(201)])]), as: Fixture.owner)?.status == 422)
        #expect(try it.shard.send(SetZones(restaurantId: id, zones: [Self.zone([circle(197)])]), as: Fixture.owner)?.status == 200)
    }

    private static func zone(_ rings: [[[Double]]]) -> JSONValue {
        let coordinates = JSONValue.array(rings.map { .array($0.map { .array($0.map { .double($0) }) }) })
        return ["name": "حي", "fee": Fixture.sar(1200), "minimumOrder": Fixture.sar(4000),
                "shape": ["type": "Polygon", "coordinates": coordinates]]
    }
}
