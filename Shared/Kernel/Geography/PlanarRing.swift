/// A ring as its validity is judged: no point comes twice in a row, and the last one is not repeated.
struct PlanarRing<Point: PlanarPoint> {
    let points: [Point]
    private let west: Point.Axis
    private let east: Point.Axis
    private let south: Point.Axis
    private let north: Point.Axis
    /// Whether its inside is on the left.
    private let isCounterclockwise: Bool

    /// - Parameter closed: at least one point.
    init(_ closed: [Point]) {
        var kept = closed.reduce(into: [Point]()) { kept, point in if kept.last != point { kept.append(point) } }
        if kept.count > 1, kept.first == kept.last { kept.removeLast() }
        points = kept
        var (west, east, south, north) = (kept[0].x, kept[0].x, kept[0].y, kept[0].y)
        for point in kept {
            (west, east, south, north) = (min(west, point.x), max(east, point.x), min(south, point.y), max(north, point.y))
        }
        (self.west, self.east, self.south, self.north) = (west, east, south, north)
        // The ring turns as it does at a corner that sticks out: the lowest of its western ones.
        var corner = 0
        for (index, point) in kept.enumerated() where point.x < kept[corner].x || (point.x == kept[corner].x && point.y < kept[corner].y) {
            corner = index
        }
        let (before, after) = (kept[(corner + kept.count - 1) % kept.count], kept[(corner + 1) % kept.count])
        isCounterclockwise = Point.orientation(before, kept[corner], after) > 0
    }

    var count: Int { points.count }
    func point(_ index: Int) -> Point { points[(index + points.count) % points.count] }

    /// Whether a ring that does not cross another lies in it.
    func lies(in other: PlanarRing) -> Bool {
        guard west >= other.west, east <= other.east, south >= other.south, north <= other.north else { return false }
        let closed = other.points + [other.points[0]]
        for point in points {
            switch PlanarPolygon.side(of: point, closed) {
            case .inside: return true
            case .outside: return false
            case .border: continue
            }
        }
        // All its corners are on the border: the way it leaves one of them decides.
        guard let rays = other.rays(at: points[0]) else { return false }
        let inside = other.isCounterclockwise ? (rays.to, rays.from) : (rays.from, rays.to)
        return Self.isBetween(points[1], inside.0, inside.1, around: points[0])
    }

    /// Where the ring comes from and goes to at a point of it.
    func rays(at point: Point) -> (from: Point, to: Point)? {
        for index in points.indices {
            let (a, b) = (points[index], self.point(index + 1))
            if point == a { return (self.point(index - 1), b) }
            if point != b, Self.isOn(point, a, b) { return (a, b) }
        }
        return nil
    }
    /// The same, at a point of one of its edges.
    func rays(at point: Point, edge: Int) -> (from: Point, to: Point) {
        if point == self.point(edge) { return (self.point(edge - 1), self.point(edge + 1)) }
        if point == self.point(edge + 1) { return (self.point(edge), self.point(edge + 2)) }
        return (self.point(edge), self.point(edge + 1))
    }

    private static func isOn(_ point: Point, _ a: Point, _ b: Point) -> Bool {
        min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
            && Point.orientation(a, b, point) == 0
    }
    /// Whether the ray to `point` comes after the one to `start` and before the one to `end`, counterclockwise.
    /// The three have different directions.
    static func isBetween(_ point: Point, _ start: Point, _ end: Point, around center: Point) -> Bool {
        let turn = Point.orientation(center, start, end)
        if turn > 0 { return Point.orientation(center, start, point) > 0 && Point.orientation(center, point, end) > 0 }
        if turn < 0 { return !(Point.orientation(center, end, point) > 0 && Point.orientation(center, point, start) > 0) }
        return Point.orientation(center, start, point) > 0
    }
}
