#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import CatalogKit
import HeapModule

/// Where events are, as points on a ball: the chord between two of them grows with the way along the ground and costs no sine.
///
/// Single precision is right to about a metre; what is closer than that to a bound is judged by the exact formula.
/// Sixty-four neighbours have a box around them, and sixteen such blocks a region: most are in or out of a circle together,
/// and nobody looks at each.
struct EventPoints: Sendable {
    private var x: [Float] = [], y: [Float] = [], z: [Float] = []
    private var latitudes: [Double] = [], longitudes: [Double] = []
    private static let nowhere: Float = 1000
    private var blocks: [PointBlock] = []
    private var regions: [PointBox] = []
    private static let regionBlocks = 16

    /// Whole words of a set, so that a word is compared without asking where the points end.
    mutating func insert(_ slot: Int, _ place: Coordinates?) {
        while x.count <= slot {
            for path in [\EventPoints.x, \.y, \.z] { self[keyPath: path].append(contentsOf: repeatElement(Self.nowhere, count: 64)) }
            for path in [\EventPoints.latitudes, \.longitudes] { self[keyPath: path].append(contentsOf: repeatElement(.nan, count: 64)) }
            if blocks.count % Self.regionBlocks == 0 { regions.append(PointBox()) }
            blocks.append(PointBlock())
        }
        guard let place else { return }
        let point = Self.point(place)
        blocks[slot >> 6].insert(slot & 63, point, place)
        regions[(slot >> 6) / Self.regionBlocks].widen(to: point, place)
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
            set.keepWords(inRunsOf: Self.regionBlocks) { regions[$0].chords(from: point).least <= possible } kept: { word, candidates in
                let block = blocks[word], (least, most) = block.box.chords(from: point)
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
                set.keepWords(inRunsOf: Self.regionBlocks) { regions[$0].isWhole(in: box, isWrapped) != false } kept: { word, candidates in
                    if let all = blocks[word].box.isWhole(in: box, isWrapped) { return all ? blocks[word].placed : 0 }
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
    ///
    /// Boxes in the order in which they begin, a region giving way to its blocks: Hjaltason and Samet, "Distance browsing in
    /// spatial databases" (1999).
    func nearest(_ set: SlotSet, from place: Coordinates, count: Int) -> [Int32] {
        guard count > 0 else { return [] }
        let point = Self.point(place)
        var rest = Heap(set.runs(of: Self.regionBlocks).map { Near(least: regions[$0].chords(from: point).least, what: .region($0)) })
        return withChords(from: place) { chords in
            var found = Heap<Float>()
            // Infinite: there are fewer than wanted.
            var bound: Float { found.count == count ? found.max ?? .infinity : .infinity }
            var looked: [(block: Int, candidates: UInt64)] = []
            while let near = rest.popMin(), near.least <= Self.widened(bound) {
                switch near.what {
                case .region(let region):
                    let limit = Self.widened(bound)
                    set.forEachWord(inRun: region, of: Self.regionBlocks) { block, bits in
                        let candidates = bits & blocks[block].placed, least = blocks[block].box.chords(from: point).least
                        if candidates != 0, least <= limit { rest.insert(Near(least: least, what: .block(block, candidates))) }
                    }
                case .block(let block, let candidates):
                    looked.append((block, candidates))
                    Self.forEach(block, candidates, chords) { bound } body: { _, chord in
                        if found.count < count { found.insert(chord) } else if chord < bound { found.replaceMax(with: chord) }
                    }
                }
            }
            let limit = Self.widened(bound)
            var near: [Int32] = []
            for (block, candidates) in looked {
                Self.forEach(block, candidates, chords) { limit } body: { slot, _ in near.append(Int32(truncatingIfNeeded: slot)) }
            }
            return near
        }
    }
    /// Three metres more, each way. A chord grows no faster than its angle.
    private static func widened(_ squaredChord: Float) -> Float {
        guard squaredChord.isFinite else { return squaredChord }
        let chord = Double(squaredChord).squareRoot() + 2 * slack
        return Float(chord * chord)
    }

    /// A region or a block with some of the set, and the squared chord to the nearest point of the box around it.
    private struct Near: Comparable {
        enum What { case region(Int), block(Int, UInt64) }
        let least: Float
        let what: What
        static func == (a: Near, b: Near) -> Bool { a.least == b.least }
        static func < (a: Near, b: Near) -> Bool { a.least < b.least }
    }

    /// Those of a block whose chord is at most the bound, which may shrink meanwhile.
    private static func forEach(_ block: Int, _ candidates: UInt64, _ chords: (Int) -> SIMD8<Float>, bound: () -> Float,
                                body: (Int, Float) -> Void) {
        for part in 0..<8 {
            var rest = candidates >> UInt64(8 * part) & 0xFF
            guard rest != 0 else { continue }
            let first = block << 6 | part << 3
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

/// Sixty-four neighbours.
private struct PointBlock: Sendable {
    /// Those that have a place.
    private(set) var placed: UInt64 = 0
    private(set) var box = PointBox()

    mutating func insert(_ bit: Int, _ point: (x: Float, y: Float, z: Float), _ place: Coordinates) {
        placed |= 1 << UInt64(bit)
        box.widen(to: point, place)
    }
    mutating func remove(_ bit: Int) { placed &= ~(1 << UInt64(bit)) }
}

/// What is around points. It never shrinks.
private struct PointBox: Sendable {
    private var low = SIMD4<Float>(repeating: .infinity), high = SIMD4<Float>(repeating: -.infinity)
    private var south = Double.infinity, north = -Double.infinity, west = Double.infinity, east = -Double.infinity

    mutating func widen(to point: (x: Float, y: Float, z: Float), _ place: Coordinates) {
        let point = SIMD4(point.x, point.y, point.z, 0)
        (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
        (west, east) = (min(west, place.longitude), max(east, place.longitude))
    }

    /// The least and the largest squared chord that a point in the box may have. Rounding keeps the order of numbers, and
    /// they are rounded as those of the points are.
    func chords(from point: (x: Float, y: Float, z: Float)) -> (least: Float, most: Float) {
        guard south <= north else { return (.infinity, .infinity) }
        let point = SIMD4(point.x, point.y, point.z, 0)
        let (toLow, toHigh) = (low - point, high - point)
        let near = pointwiseMax(pointwiseMax(toLow, -toHigh), SIMD4(repeating: 0)), far = pointwiseMax(toHigh, -toLow)
        let (least, most) = (near * near, far * far)
        return (least[0] + least[1] + least[2], most[0] + most[1] + most[2])
    }

    /// Nil: some may be in the box and some not.
    func isWhole(in box: EventFilter.Box, _ isWrapped: Bool) -> Bool? {
        if south > north || north < box.south || south > box.north { return false }
        if isWrapped {
            if east < box.west, west > box.east { return false }
        } else if east < box.west || west > box.east {
            return false
        }
        let isInside = isWrapped ? west >= box.west || east <= box.east : west >= box.west && east <= box.east
        return isInside && south >= box.south && north <= box.north ? true : nil
    }
}
