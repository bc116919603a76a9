#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import CatalogKit

/// Where events are, as points on a ball: the chord between two of them grows with the way along the ground and costs no sine.
///
/// Single precision is right to about a metre; what is closer than that to a bound is judged by the exact formula.
/// Sixty-four neighbours have a box around them: most are in or out of a circle together, and nobody looks at each.
struct EventPoints: Sendable {
    private var x: [Float] = [], y: [Float] = [], z: [Float] = []
    private var latitudes: [Double] = [], longitudes: [Double] = []
    private static let nowhere: Float = 1000
    private var blocks: [PointBlock] = []

    /// Whole words of a set, so that a word is compared without asking where the points end.
    mutating func insert(_ slot: Int, _ place: Coordinates?) {
        while x.count <= slot {
            for path in [\EventPoints.x, \.y, \.z] { self[keyPath: path].append(contentsOf: repeatElement(Self.nowhere, count: 64)) }
            for path in [\EventPoints.latitudes, \.longitudes] { self[keyPath: path].append(contentsOf: repeatElement(.nan, count: 64)) }
            blocks.append(PointBlock())
        }
        guard let place else { return }
        let point = Self.point(place)
        blocks[slot >> 6].insert(slot & 63, point, place)
        (x[slot], y[slot], z[slot]) = point
        (latitudes[slot], longitudes[slot]) = (place.latitude, place.longitude)
    }
    mutating func remove(_ slot: Int) {
        guard slot < x.count else { return }
        (x[slot], y[slot], z[slot], latitudes[slot], longitudes[slot]) = (Self.nowhere, Self.nowhere, Self.nowhere, .nan, .nan)
        blocks[slot >> 6].remove(slot & 63)
    }

    private static func point(_ place: Coordinates) -> (Float, Float, Float) {
        let (north, east) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return (Float(cos(north) * cos(east)), Float(cos(north) * sin(east)), Float(sin(north)))
    }

    // MARK: - Asking

    func km(_ slot: Int, from place: Coordinates) -> Double {
        place.distanceKm(to: Coordinates(latitude: latitudes[slot], longitude: longitudes[slot]))
    }

    /// Of each of these; of neighbours at one place once.
    func km(_ slots: [Int32], from place: Coordinates) -> [Double] {
        var last: (latitude: Double, longitude: Double, km: Double)?
        return slots.map { slot in
            let (latitude, longitude) = (latitudes[Int(slot)], longitudes[Int(slot)])
            if let last, last.latitude == latitude, last.longitude == longitude { return last.km }
            let distance = km(Int(slot), from: place)
            last = (latitude, longitude, distance)
            return distance
        }
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
        let point = Self.point(place)
        withChords(from: place) { chords in
            set.keepWords { word, candidates in
                let block = blocks[word], (least, most) = block.chords(from: point)
                if least > possible { return 0 }
                if most <= sure { return block.placed }
                var kept: UInt64 = 0, unsure: UInt64 = 0
                for part in 0..<8 where candidates >> UInt64(8 * part) & 0xFF != 0 {
                    let chord = chords(word << 6 | part << 3)
                    kept |= Self.bits(chord .<= sure) << UInt64(8 * part)
                    unsure |= Self.bits(chord .<= possible) << UInt64(8 * part)
                }
                unsure &= candidates & ~kept
                while unsure != 0 {
                    if km(word << 6 | unsure.trailingZeroBitCount, from: place) <= radiusKm { kept |= unsure & (~unsure &+ 1) }
                    unsure &= unsure - 1
                }
                return kept
            }
        }
    }

    func keep(_ set: inout SlotSet, in box: EventFilter.Box) {
        // A box over the date line has its west east of its east.
        let isWrapped = box.west > box.east
        latitudes.withUnsafeBytes { latitudes in
            longitudes.withUnsafeBytes { longitudes in
                set.keepWords { word, candidates in
                    if let all = blocks[word].isWhole(in: box, isWrapped) { return all ? blocks[word].placed : 0 }
                    var kept: UInt64 = 0
                    for part in 0..<8 where candidates >> UInt64(8 * part) & 0xFF != 0 {
                        let offset = (word << 6 | part << 3) * MemoryLayout<Double>.stride
                        let north = latitudes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
                        let east = longitudes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
                        let (afterWest, beforeEast) = (east .>= box.west, east .<= box.east)
                        let isIn = (north .>= box.south) .& (north .<= box.north)
                            .& (isWrapped ? afterWest .| beforeEast : afterWest .& beforeEast)
                        kept |= Self.bits(isIn) << UInt64(8 * part)
                    }
                    return kept
                }
            }
        }
    }

    /// The first of a set by distance, more than asked for where several are about equally far.
    func nearest(_ set: SlotSet, from place: Coordinates, count: Int) -> [Int32] {
        guard count > 0 else { return [] }
        let point = Self.point(place)
        var boxes: [Box] = []
        boxes.reserveCapacity(blocks.count)
        set.forEachWord { word, candidates in
            boxes.append(Box(word: word, candidates: candidates & blocks[word].placed, least: blocks[word].chords(from: point).least))
        }
        return withChords(from: place) { chords in
            // The boxes that begin nearest: once enough are found, most others begin farther away.
            var heap = FarthestFirst(limit: count)
            var rest = Nearest(boxes)
            while let box = rest.next(), box.least <= heap.bound {
                Self.forEach(box, chords) { heap.bound } body: { _, chord in heap.offer(chord) }
            }
            let bound = heap.bound
            // Three metres more than the last that is wanted.
            let angle = bound.isFinite ? 2 * asin(min(1, Double(bound).squareRoot() / 2)) + 2 * Self.slack : .pi
            let limit = bound.isFinite ? Self.squaredChord(angle) : .infinity
            var near: [Int32] = []
            for box in boxes where box.least <= limit {
                Self.forEach(box, chords) { limit } body: { slot, _ in near.append(Int32(truncatingIfNeeded: slot)) }
            }
            return near
        }
    }

    /// Some of sixty-four neighbours, and the chord to the nearest point of the box around them.
    private struct Box {
        let word: Int
        let candidates: UInt64
        let least: Float
    }
    /// Boxes by where they begin, as many as somebody asks for: a heap.
    private struct Nearest {
        private var heap: [Box]
        init(_ boxes: [Box]) {
            heap = boxes
            for at in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(at) }
        }
        mutating func next() -> Box? {
            guard let first = heap.first else { return nil }
            let last = heap.removeLast()
            if !heap.isEmpty {
                heap[0] = last
                sink(0)
            }
            return first
        }
        private mutating func sink(_ place: Int) {
            var at = place
            while true {
                let (left, right) = (2 * at + 1, 2 * at + 2)
                var least = at
                if left < heap.count, heap[left].least < heap[least].least { least = left }
                if right < heap.count, heap[right].least < heap[least].least { least = right }
                guard least != at else { return }
                heap.swapAt(at, least)
                at = least
            }
        }
    }

    /// Those of a box whose chord is at most the bound, which may shrink meanwhile.
    private static func forEach(_ box: Box, _ chords: (Int) -> SIMD8<Float>, bound: () -> Float, body: (Int, Float) -> Void) {
        for part in 0..<8 {
            var rest = box.candidates >> UInt64(8 * part) & 0xFF
            guard rest != 0 else { continue }
            let first = box.word << 6 | part << 3
            let chord = chords(first)
            rest &= bits(chord .<= bound())
            while rest != 0 {
                let lane = rest.trailingZeroBitCount
                body(first | lane, chord[lane])
                rest &= rest - 1
            }
        }
    }

    private static let lanes = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    @inline(__always) private static func bits(_ mask: SIMDMask<SIMD8<Int32>>) -> UInt64 {
        UInt64(truncatingIfNeeded: lanes.replacing(with: 0, where: .!mask).wrappedSum())
    }
    private static let wideLanes = SIMD8<Int64>(1, 2, 4, 8, 16, 32, 64, 128)
    @inline(__always) private static func bits(_ mask: SIMDMask<SIMD8<Int64>>) -> UInt64 {
        UInt64(truncatingIfNeeded: wideLanes.replacing(with: 0, where: .!mask).wrappedSum())
    }

    /// Squared chords of eight neighbours, from a slot that is a multiple of eight.
    private func withChords<Answer>(from place: Coordinates, _ body: ((Int) -> SIMD8<Float>) -> Answer) -> Answer {
        let (px, py, pz) = Self.point(place)
        return x.withUnsafeBytes { x in
            y.withUnsafeBytes { y in
                z.withUnsafeBytes { z in
                    body { slot in
                        let offset = slot * MemoryLayout<Float>.stride
                        let dx = x.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) - px
                        let dy = y.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) - py
                        let dz = z.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self) - pz
                        return dx * dx + dy * dy + dz * dz
                    }
                }
            }
        }
    }
}

/// What is around sixty-four neighbours. It never shrinks; who leaves is missed among the placed.
private struct PointBlock: Sendable {
    /// Those that have a place.
    private(set) var placed: UInt64 = 0
    private var low = SIMD4<Float>(repeating: .infinity), high = SIMD4<Float>(repeating: -.infinity)
    private var south = Double.infinity, north = -Double.infinity, west = Double.infinity, east = -Double.infinity

    mutating func insert(_ bit: Int, _ point: (x: Float, y: Float, z: Float), _ place: Coordinates) {
        placed |= 1 << UInt64(bit)
        let point = SIMD4(point.x, point.y, point.z, 0)
        (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
        (west, east) = (min(west, place.longitude), max(east, place.longitude))
    }
    mutating func remove(_ bit: Int) { placed &= ~(1 << UInt64(bit)) }

    /// The least and the largest squared chord that a point in the box may have. Rounding keeps the order of numbers, and
    /// they are rounded as those of the points are.
    func chords(from point: (x: Float, y: Float, z: Float)) -> (least: Float, most: Float) {
        guard placed != 0 else { return (.infinity, .infinity) }
        let point = SIMD4(point.x, point.y, point.z, 0)
        let (toLow, toHigh) = (low - point, high - point)
        let near = pointwiseMax(pointwiseMax(toLow, -toHigh), SIMD4(repeating: 0)), far = pointwiseMax(toHigh, -toLow)
        let (least, most) = (near * near, far * far)
        return (least[0] + least[1] + least[2], most[0] + most[1] + most[2])
    }

    /// Nil: some may be in the box and some not.
    func isWhole(in box: EventFilter.Box, _ isWrapped: Bool) -> Bool? {
        if placed == 0 || north < box.south || south > box.north { return false }
        if isWrapped {
            if east < box.west, west > box.east { return false }
        } else if east < box.west || west > box.east {
            return false
        }
        let isInside = isWrapped ? west >= box.west || east <= box.east : west >= box.west && east <= box.east
        return isInside && south >= box.south && north <= box.north ? true : nil
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
