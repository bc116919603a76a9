/// A polygon with holes in a plane of degrees. Borders, also those of holes, belong to it.
public struct PlanarPolygon<Point: PlanarPoint>: Sendable, Hashable {
    /// The outer ring, then the holes; each closed: its first point is its last one again.
    public let rings: [[Point]]
    public init(rings: [[Point]]) { self.rings = rings }

    @_specialize(where Point == PlanePoint)
    @_specialize(where Point == MicroPoint)
    public func contains(_ point: Point) -> Bool {
        guard let shell = rings.first else { return false }
        switch Self.side(of: point, shell) {
        case .outside: return false
        case .border: return true
        case .inside: break
        }
        return rings.dropFirst().allSatisfy { Self.side(of: point, $0) != .inside }
    }

    enum Side { case inside, outside, border }

    /// Counts the edges that a ray to the east crosses.
    @_specialize(where Point == PlanePoint)
    @_specialize(where Point == MicroPoint)
    static func side(of point: Point, _ ring: [Point]) -> Side {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst()) {
            if a.x < point.x, b.x < point.x { continue }
            if point == a || point == b { return .border }
            if a.y == point.y, b.y == point.y {
                if min(a.x, b.x) <= point.x, point.x <= max(a.x, b.x) { return .border }
                continue
            }
            guard (a.y > point.y) != (b.y > point.y) else { continue }
            let sign = Point.orientation(a, b, point)
            if sign == 0 { return .border }
            // Upwards the point must be left of the edge, downwards right of it.
            if (b.y > a.y) == (sign > 0) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }

    /// Its rings cross neither themselves nor each other, and its holes lie inside.
    public var isValid: Bool { flaw == nil }
    /// The first flaw of the shape; nil: it is one polygon.
    public var flaw: PolygonFlaw? { PolygonFlaw.of([self]) }
}

/// What makes polygons none.
public enum PolygonFlaw: Sendable, Hashable {
    /// A ring has no area, meets itself, crosses another or runs along it.
    case crossing
    /// A hole lies outside of its outer ring or in another hole.
    case holeOutside
    /// Two polygons have more in common than points.
    case overlap

    /// The first flaw of polygons that belong together, such as the parts of a MultiPolygon.
    @_specialize(where Point == PlanePoint)
    @_specialize(where Point == MicroPoint)
    public static func of<Point: PlanarPoint>(_ polygons: [PlanarPolygon<Point>]) -> PolygonFlaw? {
        if polygons.contains(where: { $0.rings.isEmpty || $0.rings.contains(where: \.isEmpty) }) { return .crossing }
        let polygons = polygons.map { $0.rings.map(PlanarRing.init) }
        let rings = polygons.flatMap(\.self)
        if rings.contains(where: { $0.count < 3 }) || RingCrossings(rings).found { return .crossing }
        for polygon in polygons where !polygon.dropFirst().allSatisfy({ $0.lies(in: polygon[0]) }) { return .holeOutside }
        for polygon in polygons where nested(polygon.dropFirst()) { return .holeOutside }
        for (index, polygon) in polygons.enumerated() {
            for other in polygons.dropFirst(index + 1) where overlap(polygon, other) { return .overlap }
        }
        return nil
    }
    private static func nested<Point>(_ holes: ArraySlice<PlanarRing<Point>>) -> Bool {
        for (index, hole) in holes.enumerated() {
            for other in holes.dropFirst(index + 1) where hole.lies(in: other) || other.lies(in: hole) { return true }
        }
        return false
    }
    /// Of polygons whose rings do not cross: apart, unless one lies in the other, and not in one of its holes.
    private static func overlap<Point>(_ a: [PlanarRing<Point>], _ b: [PlanarRing<Point>]) -> Bool {
        if a[0].lies(in: b[0]) { return !b.dropFirst().contains { a[0].lies(in: $0) } }
        if b[0].lies(in: a[0]) { return !a.dropFirst().contains { b[0].lies(in: $0) } }
        return false
    }
}
