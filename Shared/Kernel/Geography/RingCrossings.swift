/// Looks for places where rings meet themselves, cross each other or run along each other. Two rings may touch in points.
///
/// Edges are sorted by their western ends, so only those are compared whose longitudes overlap.
struct RingCrossings<Point: PlanarPoint> {
    private struct Edge {
        let ring: Int
        let number: Int
        let a: Point
        let b: Point
        let west: Point.Axis
        let east: Point.Axis
        let south: Point.Axis
        let north: Point.Axis

        init(_ ring: Int, _ number: Int, _ a: Point, _ b: Point) {
            (self.ring, self.number, self.a, self.b) = (ring, number, a, b)
            (west, east, south, north) = (min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y))
        }
        /// Of a point on its line.
        func contains(_ point: Point) -> Bool { west <= point.x && point.x <= east && south <= point.y && point.y <= north }
    }
    private let rings: [PlanarRing<Point>]
    private let edges: [Edge]

    init(_ rings: [PlanarRing<Point>]) {
        self.rings = rings
        var edges: [Edge] = []
        for (number, ring) in rings.enumerated() {
            for index in ring.points.indices { edges.append(Edge(number, index, ring.points[index], ring.point(index + 1))) }
        }
        edges.sort { $0.west < $1.west }
        self.edges = edges
    }

    var found: Bool {
        for index in edges.indices {
            let edge = edges[index]
            for next in (index + 1)..<max(index + 1, edges.count) {
                let other = edges[next]
                if other.west > edge.east { break }
                guard other.south <= edge.north, edge.south <= other.north else { continue }
                if edge.ring == other.ring ? meets(edge, other) : crosses(edge, other) { return true }
            }
        }
        return false
    }

    /// Edges of one ring meet in the corners that neighbours share and nowhere else.
    private func meets(_ e: Edge, _ f: Edge) -> Bool {
        let count = rings[e.ring].count
        if (e.number + 1) % count == f.number { return folds(e.a, e.b, f.b) }
        if (f.number + 1) % count == e.number { return folds(f.a, f.b, e.b) }
        let (a, b, c, d) = signs(e, f)
        if a * b < 0, c * d < 0 { return true }
        return (a == 0 && e.contains(f.a)) || (b == 0 && e.contains(f.b)) || (c == 0 && f.contains(e.a)) || (d == 0 && f.contains(e.b))
    }
    /// Whether the way from `a` over `b` to `c` goes back where it came from.
    private func folds(_ a: Point, _ b: Point, _ c: Point) -> Bool {
        guard Point.orientation(a, b, c) == 0 else { return false }
        return Edge(0, 0, a, b).contains(c) || Edge(0, 0, b, c).contains(a)
    }
    private func signs(_ e: Edge, _ f: Edge) -> (Int, Int, Int, Int) {
        (Point.orientation(e.a, e.b, f.a), Point.orientation(e.a, e.b, f.b), Point.orientation(f.a, f.b, e.a),
         Point.orientation(f.a, f.b, e.b))
    }

    private func crosses(_ e: Edge, _ f: Edge) -> Bool {
        let (a, b, c, d) = signs(e, f)
        if a * b < 0, c * d < 0 { return true }
        let shared = Set([(a, e, f.a), (b, e, f.b), (c, f, e.a), (d, f, e.b)].filter { $0.0 == 0 && $0.1.contains($0.2) }.map(\.2))
        // On one line: more than a point in common is an edge in common.
        if shared.count > 1 { return true }
        return shared.contains { point in
            let one = rings[e.ring].rays(at: point, edge: e.number), two = rings[f.ring].rays(at: point, edge: f.number)
            if runsAlong(one, two, point) { return true }
            // They cross if the rays of one are on both sides of the other.
            return PlanarRing.isBetween(two.from, one.from, one.to, around: point)
                != PlanarRing.isBetween(two.to, one.from, one.to, around: point)
        }
    }
    /// Whether rays of both rings have one direction.
    private func runsAlong(_ one: (from: Point, to: Point), _ two: (from: Point, to: Point), _ center: Point) -> Bool {
        [one.from, one.to].contains { p in
            [two.from, two.to].contains { q in
                Point.orientation(center, p, q) == 0 && (Edge(0, 0, center, p).contains(q) || Edge(0, 0, center, q).contains(p))
            }
        }
    }
}
