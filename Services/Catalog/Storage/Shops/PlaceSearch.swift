import Kernel

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Counts what lies in a circle: cells within it as they are, only those on its edge are looked into.
struct PlaceCount {
    private let cells: PlaceCells
    private let stand: Standpoint
    private let km: Double
    /// The haversine of the radius, with room for rounding on both sides.
    private let surelyIn: Double
    private let surelyOut: Double

    init(_ cells: PlaceCells, from place: Coordinates, within km: Double) {
        (self.cells, stand, self.km) = (cells, Standpoint(place), km)
        let half = min(.pi / 2, km / (2 * ShopDistance.earthRadiusKm))
        let limit = sin(half) * sin(half)
        (surelyIn, surelyOut) = (limit * (1 - 1e-9), limit * (1 + 1e-9))
    }

    func count(_ roots: [PlaceCells.Row]) throws -> Int {
        var total = 0
        var rows = roots
        while let level = rows.first?.cell.level {
            var edge: [Int] = []
            for row in rows { total += count(row, &edge) }
            rows = try cells.rows(at: level + GeoCell.levelStep, edge)
        }
        return total
    }

    /// - Parameter edge: gets the parts that must be looked into.
    private func count(_ row: PlaceCells.Row, _ edge: inout [Int]) -> Int {
        let frame = CellFrame(row.cell, from: stand)
        return row.bytes.withUnsafeBytes { bytes in
            var total = 0
            for part in PlaceCell.parts(of: row.cell, bytes) {
                let range = frame.rangeKm(part.number)
                if range.nearest > km { continue }
                if range.farthest <= km {
                    total += part.count
                } else if let entries = part.entries {
                    total += count(bytes, entries, frame.cosineRange(part.number))
                } else {
                    edge.append(row.cell.part(part.number).code)
                }
            }
            return total
        }
    }

    /// sin x lies between x (1 − x²/6) and x, and the cosine of a latitude between those of the part's bounds: that decides nearly all without a sine.
    private func count(_ bytes: UnsafeRawBufferPointer, _ entries: Range<Int>, _ cosine: ClosedRange<Double>) -> Int {
        var total = 0
        for at in stride(from: entries.lowerBound, to: entries.upperBound, by: PlaceEntry.bytes) {
            let place = PlaceEntry(in: bytes, at: at).place
            let u = (place.latitude - stand.place.latitude) * .pi / 360, v = (place.longitude - stand.place.longitude) * .pi / 360
            let uu = u * u, vv = v * v
            if uu + stand.cosine * cosine.upperBound * vv <= surelyIn {
                total += 1
            } else if uu < 0.01, vv < 0.01, uu * (1 - uu / 3) + stand.cosine * cosine.lowerBound * vv * (1 - vv / 3) > surelyOut {
                continue
            } else if ShopDistance.km(stand.place, place) <= km {
                total += 1
            }
        }
        return total
    }
}

/// Finds the nearest, best first: the nearest cell is opened until the shops found are nearer than every cell that is left (Hjaltason and Samet 1999).
struct PlaceSearch {
    private let cells: PlaceCells
    private let stand: Standpoint
    private let km: Double

    init(_ cells: PlaceCells, from place: Coordinates, within km: Double) { (self.cells, stand, self.km) = (cells, Standpoint(place), km) }

    func nearest(_ roots: [PlaceCells.Row], limit: Int, offset: Int) throws -> [PlaceStore.Found] {
        let wanted = offset + limit
        var queue = NearestFirst<Candidate>()
        var limitKm = km
        for root in roots { open(root, limitKm, &queue) }
        var found: [PlaceStore.Found] = []
        while let next = queue.pop(), next.km <= limitKm {
            switch next.value {
            case .cell(let cell):
                for row in try cells.rows(at: cell.level, [cell.code]) { open(row, limitKm, &queue) }
            case .shops(let bytes):
                for entry in PlaceCell.entries(bytes) {
                    let km = ShopDistance.km(stand.place, entry.place)
                    if km <= limitKm { found.append(.init(shop: entry.shop, km: km)) }
                }
                guard found.count >= wanted else { continue }
                found.sort(by: Self.isBefore)
                limitKm = min(limitKm, found[wanted - 1].km)
                found.removeAll { $0.km > limitKm }
            }
        }
        found.sort(by: Self.isBefore)
        return Array(found.dropFirst(offset).prefix(limit))
    }

    private enum Candidate {
        case cell(GeoCell)
        case shops([UInt8])
    }
    private func open(_ row: PlaceCells.Row, _ limitKm: Double, _ queue: inout NearestFirst<Candidate>) {
        let frame = CellFrame(row.cell, from: stand)
        row.bytes.withUnsafeBytes { bytes in
            for part in PlaceCell.parts(of: row.cell, bytes) {
                let nearest = frame.rangeKm(part.number).nearest
                guard nearest <= limitKm else { continue }
                queue.push(part.entries.map { .shops([UInt8](bytes[$0])) } ?? .cell(row.cell.part(part.number)), nearest)
            }
        }
    }
    private static func isBefore(_ a: PlaceStore.Found, _ b: PlaceStore.Found) -> Bool { (a.km, a.shop) < (b.km, b.shop) }
}

/// Things by how near they can be: a binary heap.
private struct NearestFirst<Value> {
    private var heap: [(value: Value, km: Double)] = []

    mutating func push(_ value: Value, _ km: Double) {
        heap.append((value, km))
        var at = heap.count - 1
        while at > 0, heap[at].km < heap[(at - 1) / 2].km {
            heap.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }
    mutating func pop() -> (value: Value, km: Double)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var at = 0
        while true {
            let (left, right) = (2 * at + 1, 2 * at + 2)
            var least = at
            if left < heap.count, heap[left].km < heap[least].km { least = left }
            if right < heap.count, heap[right].km < heap[least].km { least = right }
            guard least != at else { return first }
            heap.swapAt(at, least)
            at = least
        }
    }
}
