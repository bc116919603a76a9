#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import CatalogKit

/// Where events are, as points on a ball: the chord between two of them grows with the way along the ground and costs no sine.
///
/// Single precision is right to about a metre; what is closer than that to a bound is judged by the exact formula.
struct EventPoints: Sendable {
    private var x: [Float] = [], y: [Float] = [], z: [Float] = []
    private var latitudes: [Double] = [], longitudes: [Double] = []
    private static let nowhere: Float = 1000

    mutating func insert(_ slot: Int, _ place: Coordinates?) {
        while x.count <= slot {
            for path in [\EventPoints.x, \.y, \.z] { self[keyPath: path].append(Self.nowhere) }
            latitudes.append(.nan)
            longitudes.append(.nan)
        }
        guard let place else { return }
        let point = Self.point(place)
        (x[slot], y[slot], z[slot]) = point
        (latitudes[slot], longitudes[slot]) = (place.latitude, place.longitude)
    }
    mutating func remove(_ slot: Int) {
        guard slot < x.count else { return }
        (x[slot], y[slot], z[slot], latitudes[slot], longitudes[slot]) = (Self.nowhere, Self.nowhere, Self.nowhere, .nan, .nan)
    }

    private static func point(_ place: Coordinates) -> (Float, Float, Float) {
        let (north, east) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return (Float(cos(north) * cos(east)), Float(cos(north) * sin(east)), Float(sin(north)))
    }

    // MARK: - Asking

    func km(_ slot: Int, from place: Coordinates) -> Double {
        place.distanceKm(to: Coordinates(latitude: latitudes[slot], longitude: longitudes[slot]))
    }

    /// Wider than what single precision and rounding do: three metres, as an angle.
    private static let slack = 0.003 / Coordinates.earthRadiusKm
    private static func squaredChord(_ angle: Double) -> Float {
        guard angle > 0 else { return -1 }
        let half = sin(min(angle, .pi) / 2)
        return Float(4 * half * half)
    }

    /// Keeps what is at most so far away.
    func keep(_ set: inout SlotSet, within radiusKm: Double, of place: Coordinates) {
        let angle = radiusKm / Coordinates.earthRadiusKm
        let (sure, possible) = (Self.squaredChord(angle - Self.slack), Self.squaredChord(angle + Self.slack))
        withChords(from: place) { chord in
            set.keep { slot in
                let squared = chord(slot)
                return squared <= sure || (squared <= possible && km(slot, from: place) <= radiusKm)
            }
        }
    }

    func keep(_ set: inout SlotSet, in box: EventFilter.Box) {
        latitudes.withUnsafeBufferPointer { latitudes in
            longitudes.withUnsafeBufferPointer { longitudes in
                // A box over the date line has its west east of its east.
                let isWrapped = box.west > box.east
                set.keep { slot in
                    let (north, east) = (latitudes[slot], longitudes[slot])
                    guard north >= box.south, north <= box.north else { return false }
                    return isWrapped ? east >= box.west || east <= box.east : east >= box.west && east <= box.east
                }
            }
        }
    }

    /// The first of a set by distance, more than asked for where several are about equally far.
    func nearest(_ set: SlotSet, from place: Coordinates, count: Int) -> [Int32] {
        guard count > 0 else { return [] }
        return withChords(from: place) { chord in
            var heap = FarthestFirst(limit: count)
            set.forEach { heap.offer(chord($0)) }
            let bound = heap.bound
            // Three metres more than the last that is wanted.
            let angle = bound.isFinite ? 2 * asin(min(1, Double(bound).squareRoot() / 2)) + 2 * Self.slack : .pi
            let limit = bound.isFinite ? Self.squaredChord(angle) : .infinity
            var near: [Int32] = []
            set.forEach { if chord($0) <= limit { near.append(Int32(truncatingIfNeeded: $0)) } }
            return near
        }
    }

    private func withChords<Answer>(from place: Coordinates, _ body: ((Int) -> Float) -> Answer) -> Answer {
        let (px, py, pz) = Self.point(place)
        return x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                z.withUnsafeBufferPointer { z in
                    body { slot in
                        let (dx, dy, dz) = (x[slot] - px, y[slot] - py, z[slot] - pz)
                        return dx * dx + dy * dy + dz * dz
                    }
                }
            }
        }
    }
}

/// The smallest of many numbers: a heap whose head is the largest that still counts.
private struct FarthestFirst {
    private let limit: Int
    private var heap: [Float] = []
    init(limit: Int) {
        self.limit = limit
        heap.reserveCapacity(limit)
    }
    /// Infinite: there are fewer than wanted.
    var bound: Float { heap.count == limit ? heap[0] : .infinity }

    mutating func offer(_ value: Float) {
        if heap.count < limit {
            heap.append(value)
            var at = heap.count - 1
            while at > 0, heap[at] > heap[(at - 1) / 2] {
                heap.swapAt(at, (at - 1) / 2)
                at = (at - 1) / 2
            }
        } else if value < heap[0] {
            heap[0] = value
            var at = 0
            while true {
                let (left, right) = (2 * at + 1, 2 * at + 2)
                var most = at
                if left < limit, heap[left] > heap[most] { most = left }
                if right < limit, heap[right] > heap[most] { most = right }
                guard most != at else { return }
                heap.swapAt(at, most)
                at = most
            }
        }
    }
}
