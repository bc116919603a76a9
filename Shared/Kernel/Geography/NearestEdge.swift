#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How far a place is from the nearest of many edges that are straight in longitude and latitude, along the great circle.
public struct NearestEdge {
    private let point: MicroPoint
    /// The least distance so far, at first the longest that counts.
    private var best: Double
    private var isFound = false

    /// - Parameter meters: what is farther away does not count.
    public init(to point: MicroPoint, within meters: Double) { (self.point, best) = (point, meters) }

    /// Nil: no edge is near enough.
    public var meters: Double? { isFound ? best : nil }

    public mutating func look(at geometry: AreaGeometry) { geometry.forEachEdge { look(at: $0, $1) } }

    /// A degree of latitude.
    private static let metersPerDegree = GreatCircle.radiusMeters * .pi / 180
    /// Looks along an edge before the distance is measured exactly.
    private static let looks = 8

    mutating func look(at a: MicroPoint, _ b: MicroPoint) {
        // Both sides of the date line.
        for turn in [0, -360, 360] { look(at: a, b, turn: Double(turn)) }
    }

    private mutating func look(at a: MicroPoint, _ b: MicroPoint, turn: Double) {
        let reach = best / Self.metersPerDegree * 1.000_001
        // Degrees as seen from the point.
        let (ax, bx) = (a.longitude + turn - point.longitude, b.longitude + turn - point.longitude)
        let (ay, by) = (a.latitude - point.latitude, b.latitude - point.latitude)
        guard min(ay, by) <= reach, max(ay, by) >= -reach else { return }
        // Meridians come together towards the poles.
        let top = min(90, abs(point.latitude) + reach)
        let width = top >= 89.9 ? 360 : reach / cos(top * .pi / 180) * 1.001
        guard min(ax, bx) <= width, max(ax, bx) >= -width else { return }
        // The part of the edge in that box.
        var (from, to) = (0.0, 1.0)
        Self.clip(ay, by, reach, &from, &to)
        Self.clip(ax, bx, width, &from, &to)
        guard from <= to else { return }
        func meters(_ part: Double) -> Double {
            let here = (point.latitude, 0.0), there = (point.latitude + ay + (by - ay) * part, ax + (bx - ax) * part)
            return GreatCircle.radiusMeters * GreatCircle.centralAngle(from: here, to: there)
        }
        // Where it is nearest in the plane around the point, and the best of some others.
        let scale = cos(point.latitude * .pi / 180)
        let (dx, dy) = ((bx - ax) * scale, by - ay)
        let length = dx * dx + dy * dy
        let plane = length > 0 ? min(max(-(ax * scale * dx + ay * dy) / length, from), to) : from
        let step = (to - from) / Double(Self.looks)
        let starts = (0...Self.looks).map { from + step * Double($0) } + [plane]
        guard var middle = starts.min(by: { meters($0) < meters($1) }) else { return }
        var (low, high) = (max(from, middle - step), min(to, middle + step))
        for _ in 0..<Self.narrowings {
            let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
            if meters(left) <= meters(right) { high = right } else { low = left }
        }
        if meters((low + high) / 2) < meters(middle) { middle = (low + high) / 2 }
        let found = meters(middle)
        if found <= best { (best, isFound) = (found, true) }
    }
    /// A third is cut off each time: 1e-5 of the first width is left, far less than the 1 % that counts.
    private static let narrowings = 30

    /// Narrows the part of a way from `a` to `b` to what lies within `limit` on both sides of zero.
    private static func clip(_ a: Double, _ b: Double, _ limit: Double, _ from: inout Double, _ to: inout Double) {
        guard a != b else {
            if abs(a) > limit { (from, to) = (1, 0) }
            return
        }
        let (p, q) = ((-limit - a) / (b - a), (limit - a) / (b - a))
        (from, to) = (max(from, min(p, q)), min(to, max(p, q)))
    }
}
