/// Cells that hold all places of a shape, few enough for a row each. A place in a cell that is not whole may be outside of the shape.
public struct CellCover: Sendable, Equatable {
    public struct Part: Sendable, Hashable {
        public let cell: GeoCell
        public let isWhole: Bool
    }
    /// How much of a cell belongs to a shape.
    public enum Overlap: Sendable { case none, some, all }
    /// A box in degrees; `east` may lie beyond 180.
    public struct Area: Sendable {
        public let south, north, west, east: Double
        public init(south: Double, north: Double, west: Double, east: Double) {
            (self.south, self.north, self.west, self.east) = (south, north, west, east)
        }
        public func grown(by degrees: Double) -> Area {
            Area(south: south - degrees, north: north + degrees, west: west - degrees, east: east + degrees)
        }
    }
    public let parts: [Part]

    /// The levels a cover uses, coarse to fine; a place looks at one cell of each.
    public static let levels = 2...GeoCell.finest
    /// - Parameters:
    ///   - box: around the shape.
    ///   - sideMax: cells on a side of that box: more are nearer to the shape, and more rows.
    ///   - overlap: of the area of a cell with the shape; `some` where it is not sure.
    public init(_ box: Area, sideMax: Int, overlap: (Area) -> Overlap) {
        parts = Self.cells(over: box, sideMax: sideMax).compactMap { cell, area in
            switch overlap(area) {
            case .none: nil
            case .some: Part(cell: cell, isWhole: false)
            case .all: Part(cell: cell, isWhole: true)
            }
        }
    }

    /// The cells over a box at the finest level that has few of them.
    public static func cells(over box: Area, sideMax: Int) -> [(cell: GeoCell, area: Area)] {
        for level in levels.reversed() {
            let cells = cells(over: box, at: level, sideMax: level == levels.lowerBound ? .max : sideMax)
            if let cells { return cells }
        }
        return []
    }
    /// Nil: there are more than `sideMax` in a row or a column.
    public static func cells(over box: Area, at level: Int, sideMax: Int) -> [(cell: GeoCell, area: Area)]? {
        let count = 1 << level
        func row(_ latitude: Double) -> Int { min(count - 1, max(0, Int(((latitude + 90) / 180 * Double(count)).rounded(.down)))) }
        func column(_ longitude: Double) -> Int { Int(((longitude + 180) / 360 * Double(count)).rounded(.down)) }
        let (south, north) = (row(box.south), row(box.north))
        let (west, east) = (column(box.west), min(column(box.east), column(box.west) + count - 1))
        guard north - south < sideMax, east - west < sideMax, west <= east else { return nil }
        let (height, width) = (180 / Double(count), 360 / Double(count))
        return (south...north).flatMap { y in
            (west...east).map { x in
                (GeoCell(level: level, column: (x % count + count) % count, row: y),
                 Area(south: Double(y) * height - 90, north: Double(y + 1) * height - 90,
                      west: Double(x) * width - 180, east: Double(x + 1) * width - 180))
            }
        }
    }
}

extension GeoCell {
    /// The cell a place lies in, at every level of a cover.
    public static func covering(_ place: GridPlace) -> [GeoCell] {
        let finest = GeoCell(place)
        return CellCover.levels.map { finest.ancestor(at: $0) }
    }
}

// MARK: - Areas

extension AreaGeometry {
    /// Cells over each of its parts; over all at once where there are many.
    public var cover: [CellCover.Part] {
        let parts = polygons.count > Self.partsCoveredMax ? [polygons] : polygons.map { [$0] }
        var found: [GeoCell: Bool] = [:]
        for part in parts {
            let geometry = AreaGeometry(kind, part)
            for one in CellCover(geometry.box.degrees, sideMax: Self.coverSideMax, overlap: geometry.overlap).parts {
                found[one.cell] = one.isWhole || found[one.cell] == true
            }
        }
        return found.map { CellCover.Part(cell: $0.key, isWhole: $0.value) }
            .sorted { ($0.cell.level, $0.cell.code) < ($1.cell.level, $1.cell.code) }
    }
    private static let partsCoveredMax = 16
    private static let coverSideMax = 4
    /// More than what rounding does to the borders of cells (about a metre).
    private static let slack = 10

    private func overlap(_ area: CellCover.Area) -> CellCover.Overlap {
        func units(_ degrees: Double) -> Int { Int((degrees * Double(MicroPoint.perDegree)).rounded()) }
        let cell = GeoBox(west: units(area.west) - Self.slack, south: units(area.south) - Self.slack, east: units(area.east) + Self.slack,
                          north: units(area.north) + Self.slack)
        for polygon in polygons {
            for ring in polygon.rings {
                for (a, b) in zip(ring, ring.dropFirst()) where cell.mayTouch(a, b) { return .some }
            }
        }
        let middle = MicroPoint(x: (cell.west + cell.east) / 2, y: (cell.south + cell.north) / 2)
        return polygons.contains { $0.contains(middle) } ? .all : .none
    }
}

extension GeoBox {
    fileprivate var degrees: CellCover.Area {
        func degrees(_ units: Int) -> Double { Double(units) / Double(MicroPoint.perDegree) }
        return CellCover.Area(south: degrees(south), north: degrees(north), west: degrees(west), east: degrees(east)).grown(by: 1e-5)
    }
    /// Whether an edge may touch the box: their boxes meet, and not all corners lie on one side of it.
    fileprivate func mayTouch(_ a: MicroPoint, _ b: MicroPoint) -> Bool {
        guard max(a.x, b.x) >= west, min(a.x, b.x) <= east, max(a.y, b.y) >= south, min(a.y, b.y) <= north else { return false }
        let sides = [south, north].flatMap { y in [west, east].map { x in MicroPoint.orientation(a, b, MicroPoint(x: x, y: y)) } }
        return !(sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 })
    }
}

extension MicroPoint {
    /// Where it stands in the grid of cells: on the date line in two places.
    public var places: [GridPlace] {
        [self, acrossDateLine].compactMap { $0 }.map { GridPlace(latitude: $0.latitude, longitude: $0.longitude) }
    }
}
