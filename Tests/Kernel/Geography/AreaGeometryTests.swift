import Kernel
import Testing

@Suite("Areas as polygons")
struct AreaGeometryTests {
    private static func area(_ rings: [[[Double]]]) throws(AreaGeometryFlaw) -> AreaGeometry {
        try AreaGeometry(geoJSON: ["type": "Polygon", "coordinates": json(rings)])
    }
    private static func areas(_ parts: [[[[Double]]]]) throws(AreaGeometryFlaw) -> AreaGeometry {
        try AreaGeometry(geoJSON: ["type": "MultiPolygon", "coordinates": .array(parts.map(json))])
    }
    private static func json(_ rings: [[[Double]]]) -> JSONValue {
        .array(rings.map { .array($0.map { .array($0.map { .double($0) }) }) })
    }
    private static func square(_ west: Double, _ south: Double, _ side: Double) -> [[Double]] {
        [[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]
    }
    private static func point(_ latitude: Double, _ longitude: Double) throws -> MicroPoint {
        try #require(MicroPoint(latitude: latitude, longitude: longitude))
    }
    private static let miami: [[[Double]]] = [
        [[-80.32, 25.70], [-80.185, 25.70], [-80.185, 25.83], [-80.32, 25.83], [-80.32, 25.70]],
        [[-80.31, 25.78], [-80.26, 25.78], [-80.26, 25.805], [-80.31, 25.805], [-80.31, 25.78]],
    ]

    @Test("The points of the demo: edges and corners belong to the area, the inside of a hole does not", arguments: [
        (25.7617, -80.1918, true), (25.7959, -80.287, false), (25.78, -80.29, true), (25.70, -80.32, true), (25.699999, -80.25, false),
        (25.78, -80.17, false), (25.805, -80.26, true), (25.83, -80.185, true), (25.830001, -80.185, false), (25.78, -80.31, true),
    ])
    func points(_ latitude: Double, _ longitude: Double, _ isIn: Bool) throws {
        #expect(try Self.area(Self.miami).contains(Self.point(latitude, longitude)) == isIn)
        let turned = try Self.area(Self.miami.map { $0.reversed() })
        #expect(try turned.contains(Self.point(latitude, longitude)) == isIn)
    }

    @Test("Decimals are rounded by the digits that were sent, half away from zero")
    func digits() throws {
        #expect(try Self.point(25.7617005, -80.1918005) == MicroPoint(x: -80_191_801, y: 25_761_701))
        #expect(try Self.point(25.7617004999, 1e-7) == MicroPoint(x: 0, y: 25_761_700))
        #expect(try Self.point(5e-7, -5e-7) == MicroPoint(x: -1, y: 1))
        #expect(try Self.point(90.0000004, 180.0000004) == MicroPoint(x: 180_000_000, y: 90_000_000))
        #expect(MicroPoint(latitude: 90.0000005, longitude: 0) == nil && MicroPoint(latitude: 0, longitude: -180.0000005) == nil)
        for value in [Double.nan, .infinity, 1e300, -1e300] { #expect(MicroPoint(latitude: value, longitude: 0) == nil) }
        #expect(try Self.point(25.761701, -80.191801).geoPoint == GeoPoint(lat: 25.761701, lng: -80.191801))
    }

    @Test("An area that is none is refused, with the reason", arguments: [
        ([square(0, 0, 9).dropLast()], .notClosed), ([[[0, 0], [1, 0], [0, 0]]], .tooFewPositions),
        ([[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]], .shape(.crossing)), ([[[0, 0], [1, 0], [2, 0], [0, 0]]], .shape(.crossing)),
        ([[[0, 0], [4, 0], [4, 4], [2, 0], [0, 0]]], .shape(.crossing)),
        ([[[0, 0], [9, 0], [9, 0], [9, 9], [0, 9], [0, 0]]], .repeatedPosition),
        ([[[0, 0], [4, 4], [0, 8], [8, 8], [4, 4], [8, 0], [0, 0]]], .repeatedPosition),
        // Equal after rounding.
        ([[[0, 0], [9, 0], [9.0000004, 0], [9, 9], [0, 9], [0, 0]]], .repeatedPosition),
        ([square(0, 0, 9), square(20, 0, 1)], .shape(.holeOutside)), ([square(0, 0, 9), square(8, 1, 4)], .shape(.crossing)),
        ([square(0, 0, 9), square(1, 1, 6), square(2, 2, 1)], .shape(.holeOutside)),
        ([square(0, 0, 9), square(0, 0, 9)], .shape(.crossing)),
        // A hole along a part of the border, and holes that share a stretch.
        ([square(0, 0, 9), square(0, 2, 2)], .shape(.crossing)), ([square(0, 0, 9), square(2, 2, 2), square(4, 3, 2)], .shape(.crossing)),
        ([square(0, 0, 9), square(2, 2, 2), square(3, 3, 2)], .shape(.crossing)),
        ([[[-170, 0], [170, 0], [170, 5], [-170, 0]]], .crossesDateLine), ([[[0, 0], [180.1, 0], [1, 1], [0, 0]]], .offEarth),
        ([[[0, 0], [1, 0], [1, 90.1], [0, 0]]], .offEarth), ([[[0], [1, 0], [1, 1], [0]]], .notGeoJSON), ([], .notGeoJSON),
    ] as [([[[Double]]], AreaGeometryFlaw)])
    func flaws(_ rings: [[[Double]]], _ flaw: AreaGeometryFlaw) {
        #expect(throws: flaw) { try Self.area(rings) }
    }

    @Test("What is not a geometry is refused", arguments: [
        .null, [], "Polygon", ["type": "Point", "coordinates": [0, 0]], ["type": "Polygon"], ["type": "Polygon", "coordinates": 4],
        ["type": "Polygon", "coordinates": [4]], ["type": "Polygon", "coordinates": [["a"]]],
        ["type": "Polygon", "coordinates": [[["0", "0"], ["1", "0"], ["1", "1"], ["0", "0"]]]], ["type": "MultiPolygon", "coordinates": []],
        ["type": "MultiPolygon", "coordinates": [[]]], ["type": "MultiPolygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]],
        ["type": "Feature", "geometry": ["type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]]],
    ] as [JSONValue])
    func forms(_ json: JSONValue) {
        #expect(throws: AreaGeometryFlaw.notGeoJSON) { try AreaGeometry(geoJSON: json) }
    }

    @Test("Rings may touch in points; heights are ignored")
    func touching() throws {
        let corner: [[Double]] = [[0, 0], [2, 1], [1, 2], [0, 0]], edge: [[Double]] = [[4, 0], [5, 2], [3, 2], [4, 0]]
        _ = try Self.area([Self.square(0, 0, 9), corner, edge, [[5, 2, 7.5], [7, 3, 0], [5, 4, 0], [5, 2, 7.5]]])
        // Corners of a hole on three sides of the border cut the area in parts, and that is fine.
        let three = try Self.area([Self.square(0, 0, 8), [[4, 0], [8, 4], [0, 4], [4, 0]]])
        #expect(try !three.contains(Self.point(3, 4)) && three.contains(Self.point(1, 1)) && three.contains(Self.point(4, 0)))
        // All corners of the hole are on the border, which its sides cross.
        let concave: [[Double]] = [[0, 0], [4, 3], [8, 0], [8, 8], [0, 8], [0, 0]]
        #expect(throws: AreaGeometryFlaw.shape(.crossing)) { try Self.area([concave, [[0, 0], [8, 0], [4, 8], [0, 0]]]) }
    }

    @Test("Parts may touch and lie in each other's holes; they may not overlap")
    func parts() throws {
        let frame = [Self.square(0, 0, 9), Self.square(2, 2, 5)]
        let two = try Self.areas([frame, [Self.square(3, 3, 2)]])
        #expect(try two.contains(Self.point(4, 4)) && !two.contains(Self.point(2.5, 2.5)) && two.contains(Self.point(1, 1)))
        _ = try Self.areas([[Self.square(0, 0, 2)], [Self.square(2, 2, 2)]])
        // The part fills the hole but for its corners.
        _ = try Self.areas([frame, [[[2, 4], [4, 2], [7, 4], [4, 7], [2, 4]]]])
        for wrong in [[frame, [Self.square(1, 1, 7)]], [[Self.square(0, 0, 9)], [Self.square(1, 1, 2)]],
                      [[Self.square(1, 1, 2)], [Self.square(0, 0, 9)]], [frame, frame], [frame, [Self.square(2, 2, 5)]],
                      [[Self.square(0, 0, 4)], [Self.square(2, 2, 4)]], [[Self.square(0, 0, 4)], [Self.square(4, 1, 4)]]] {
            #expect(throws: AreaGeometryFlaw.self) { try Self.areas(wrong) }
        }
    }

    @Test("At most 5,000 positions, closing ones included; a large area is judged at once")
    func size() throws {
        // A saw: up and down along a straight line.
        func saw(_ count: Int) -> [[Double]] {
            let teeth = (0..<count - 3).map { [Double($0) / 100, Double($0 % 2) * 30] }
            return teeth + [[Double(count) / 100, -10], [0, -10], [0, 0]]
        }
        #expect(try Self.area([saw(5000)]).polygons[0].rings[0].count == 5000)
        #expect(throws: AreaGeometryFlaw.tooManyPositions) { try Self.area([saw(5001)]) }
        #expect(throws: AreaGeometryFlaw.tooManyPositions) { try Self.area([saw(4997), Self.square(1, -5, 0.5)]) }
    }

    @Test("A place on the date line is in areas on both of its sides")
    func dateLine() throws {
        let both = try Self.areas([[Self.square(170, 0, 10)], [Self.square(-180, 0, 10)]])
        let west = try Self.areas([[Self.square(-180, 0, 10)]])
        for area in [both, west] {
            #expect(try area.contains(Self.point(5, 180)) && area.contains(Self.point(5, -180)) && !area.contains(Self.point(11, 180)))
        }
        #expect(try both.contains(Self.point(5, 179)) && !west.contains(Self.point(5, 179)))
    }

    @Test("Areas travel as GeoJSON and come back the same")
    func travels() throws {
        for area in [try Self.area(Self.miami), try Self.areas([Self.miami, [Self.square(170, 0, 10)]])] {
            let bytes = try JSON.encode(area)
            #expect(try JSON.decode(AreaGeometry.self, from: bytes) == area)
            var writer = JSONWriter()
            writer.value(area)
            #expect(try JSON.decode(JSONValue.self, from: writer.bytes) == JSON.decode(JSONValue.self, from: bytes))
            #expect(try AreaGeometry(geoJSON: JSON.decode(JSONValue.self, from: bytes)) == area)
        }
    }

    @Test("A cover has every place of an area, and whole cells have no other")
    func covers() throws {
        let shapes = [try Self.area(Self.miami), try Self.areas([[Self.square(179.5, -1, 0.5)], [Self.square(-180, -1, 0.25)]]),
                      try Self.area([Self.square(-180, -90, 180)]), try Self.area([[[10, 10], [10.5, 10.01], [10.2, 10.9], [10, 10]]])]
        for shape in shapes {
            let cells = Dictionary(shape.cover.map { ($0.cell, $0.isWhole) }) { first, _ in first }
            #expect(cells.count <= 16 * shape.polygons.count)
            for column in 0...60 {
                for row in 0...60 {
                    let box = shape.polygons[column % shape.polygons.count].rings[0]
                    let (west, east) = (box.map(\.x).min() ?? 0, box.map(\.x).max() ?? 0)
                    let (south, north) = (box.map(\.y).min() ?? 0, box.map(\.y).max() ?? 0)
                    let point = MicroPoint(x: west + (east - west) * column / 60, y: south + (north - south) * row / 60)
                    let found = point.places.flatMap { GeoCell.covering($0) }.compactMap { cells[$0] }
                    if shape.contains(point) { #expect(!found.isEmpty) } else { #expect(!found.contains(true)) }
                }
            }
        }
    }

    @Test("The nearest edge is measured along the great circle, holes' edges too, and within the limit only")
    func nearest() throws {
        let miami = try Self.area(Self.miami)
        func meters(_ latitude: Double, _ longitude: Double, _ area: AreaGeometry, within: Double = 50_000) throws -> Double? {
            var nearest = NearestEdge(to: try Self.point(latitude, longitude), within: within)
            nearest.look(at: area)
            return nearest.meters
        }
        func expect(_ found: Double?, _ wanted: Double) { #expect(found.map { abs($0 - wanted) <= wanted * 0.001 + 0.01 } == true) }
        // A hundredth of a degree south of the border, inside the hole, on an edge, and beside a corner.
        expect(try meters(25.69, -80.25, miami), GeoPoint(lat: 25.69, lng: -80.25).meters(to: GeoPoint(lat: 25.70, lng: -80.25)))
        expect(try meters(25.7959, -80.287, miami), GeoPoint(lat: 25.7959, lng: -80.287).meters(to: GeoPoint(lat: 25.805, lng: -80.287)))
        expect(try meters(25.70, -80.25, miami), 0)
        expect(try meters(25.60, -80.40, miami), GeoPoint(lat: 25.60, lng: -80.40).meters(to: GeoPoint(lat: 25.70, lng: -80.32)))
        #expect(try meters(25.20, -80.25, miami) == nil)
        #expect(try meters(25.69, -80.25, miami, within: 1000) == nil)
        let east = try Self.area([Self.square(-180, 0, 1)])
        expect(try meters(0.5, 179.9, east), GeoPoint(lat: 0.5, lng: 179.9).meters(to: GeoPoint(lat: 0.5, lng: 180)))
    }
}
