/// A polygon with holes, plane in degrees. Borders, also those of holes, belong to it.
package struct ZonePolygon: Sendable, Equatable {
    /// The outer ring, then the holes; each closed: its first point is its last one again.
    package let rings: [[PlanePoint]]
    package init(rings: [[PlanePoint]]) { self.rings = rings }

    package func contains(_ point: PlanePoint) -> Bool {
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
    static func side(of point: PlanePoint, _ ring: [PlanePoint]) -> Side {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst()) {
            if a.x < point.x, b.x < point.x { continue }
            if point == a || point == b { return .border }
            if a.y == point.y, b.y == point.y {
                if min(a.x, b.x) <= point.x, point.x <= max(a.x, b.x) { return .border }
                continue
            }
            guard (a.y > point.y) != (b.y > point.y) else { continue }
            let sign = ExactOrientation.sign(a, b, point)
            if sign == 0 { return .border }
            // Upwards the point must be left of the edge, downwards right of it.
            if (b.y > a.y) == (sign > 0) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }

    /// Its rings cross neither themselves nor each other, and its holes lie inside.
    package var isValid: Bool { flaw == nil }

    /// What makes a polygon none.
    enum Flaw { case crossing, holeOutside }

    /// The first flaw of the shape; nil: it is one polygon.
    var flaw: Flaw? {
        let rings = rings.map(Self.withoutRepetitions)
        for ring in rings where ring.count < 4 || Self.crossesItself(ring) { return .crossing }
        for (index, ring) in rings.enumerated() {
            for other in rings.dropFirst(index + 1) where Self.cross(ring, other) { return .crossing }
        }
        guard let shell = rings.first else { return .crossing }
        let holes = Array(rings.dropFirst())
        for (index, hole) in holes.enumerated() {
            guard Self.lies(hole, in: shell) else { return .holeOutside }
            for (number, other) in holes.enumerated() where number != index && Self.lies(hole, in: other) { return .holeOutside }
        }
        return nil
    }

    private static func withoutRepetitions(_ ring: [PlanePoint]) -> [PlanePoint] {
        ring.reduce(into: []) { kept, point in if kept.last != point { kept.append(point) } }
    }

    /// Edges of one ring meet in the points that neighbours share and nowhere else.
    private static func crossesItself(_ ring: [PlanePoint]) -> Bool {
        let edges = Array(zip(ring, ring.dropFirst()))
        for (i, edge) in edges.enumerated() {
            for j in (i + 1)..<max(i + 1, edges.count) {
                let other = edges[j]
                if j == i + 1 {
                    if folds(edge.0, edge.1, other.1) { return true }
                } else if i == 0, j == edges.count - 1 {
                    if folds(other.0, edge.0, edge.1) { return true }
                } else if meet(edge, other) {
                    return true
                }
            }
        }
        return false
    }
    /// Whether the way from `a` over `b` to `c` goes back where it came from.
    private static func folds(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Bool {
        guard ExactOrientation.sign(a, b, c) == 0 else { return false }
        return isBetween(a, b, c) || isBetween(c, a, b)
    }
    /// `c` lies between `a` and `b`, which are on one line with it.
    private static func isBetween(_ c: PlanePoint, _ a: PlanePoint, _ b: PlanePoint) -> Bool {
        min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x) && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y)
    }

    typealias Edge = (PlanePoint, PlanePoint)
    private static func signs(_ e: Edge, _ f: Edge) -> (Int, Int, Int, Int) {
        (ExactOrientation.sign(e.0, e.1, f.0), ExactOrientation.sign(e.0, e.1, f.1), ExactOrientation.sign(f.0, f.1, e.0),
         ExactOrientation.sign(f.0, f.1, e.1))
    }
    private static func meet(_ e: Edge, _ f: Edge) -> Bool {
        let (a, b, c, d) = signs(e, f)
        if a * b < 0, c * d < 0 { return true }
        return (a == 0 && isBetween(f.0, e.0, e.1)) || (b == 0 && isBetween(f.1, e.0, e.1)) || (c == 0 && isBetween(e.0, f.0, f.1))
            || (d == 0 && isBetween(e.1, f.0, f.1))
    }

    /// Two rings may touch in a point; they must not cross, nor run along each other.
    private static func cross(_ ring: [PlanePoint], _ other: [PlanePoint]) -> Bool {
        for e in zip(ring, ring.dropFirst()) {
            for f in zip(other, other.dropFirst()) {
                let (a, b, c, d) = signs(e, f)
                if a * b < 0, c * d < 0 { return true }
                // On one line: more than a point in common is an edge in common.
                guard a == 0, b == 0 else { continue }
                let ends = Set([f.0, f.1].filter { isBetween($0, e.0, e.1) } + [e.0, e.1].filter { isBetween($0, f.0, f.1) })
                if ends.count > 1 { return true }
            }
        }
        // Passing through a common corner crosses, too: points of one ring lie on both sides of the other.
        let sides = Set(ring.dropLast().map { side(of: $0, other) }.filter { $0 != .border })
        let opposite = Set(other.dropLast().map { side(of: $0, ring) }.filter { $0 != .border })
        return sides.count > 1 || opposite.count > 1
    }
    /// A ring that does not cross another lies in it if one of its points does.
    private static func lies(_ ring: [PlanePoint], in other: [PlanePoint]) -> Bool {
        for point in ring.dropLast() {
            switch side(of: point, other) {
            case .inside: return true
            case .outside: return false
            case .border: continue
            }
        }
        // All its corners are on the border: the middle of an edge decides.
        for (a, b) in zip(ring, ring.dropFirst()) {
            switch side(of: PlanePoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), other) {
            case .inside: return true
            case .outside: return false
            case .border: continue
            }
        }
        return false
    }
}
