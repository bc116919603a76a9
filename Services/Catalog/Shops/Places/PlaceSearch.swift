import CatalogKit
import Kernel

/// Counts what lies in a circle: cells within it as they are, only those on its edge are looked into.
struct PlaceCount {
    private let rows: PlaceRows
    private let circle: PlaceCircle
    init(_ rows: PlaceRows, in circle: PlaceCircle) { (self.rows, self.circle) = (rows, circle) }

    func count() throws -> Int {
        var total = 0
        var edge: [Int] = []
        try rows.coarsest(circle) { total += count($0, &edge) }
        var level = GeoCell.coarsest
        while !edge.isEmpty {
            level += GeoCell.levelStep
            let cells = edge
            edge.removeAll(keepingCapacity: true)
            try rows.read(at: level, cells) { total += count($0, &edge) }
        }
        return total
    }

    /// - Parameter edge: gets the parts that must be looked into.
    private func count(_ row: PlaceRow, _ edge: inout [Int]) -> Int {
        let frame = CellFrame(row.cell, from: circle)
        var total = 0
        for part in row.parts where frame.nearest(part.number) <= circle.surelyOut {
            if frame.farthest(part.number) <= circle.surelyIn {
                total += part.count
            } else if part.isListed {
                total += row.count(part, in: circle, frame.cosines(part.number))
            } else {
                edge.append(row.cell.part(part.number).code)
            }
        }
        return total
    }
}

/// Finds the nearest, best first: the nearest cell is opened until the shops found are nearer than every cell that is
/// left (Hjaltason and Samet 1999).
struct PlaceSearch {
    private let rows: PlaceRows
    private let circle: PlaceCircle
    init(_ rows: PlaceRows, in circle: PlaceCircle) { (self.rows, self.circle) = (rows, circle) }

    private struct Opened {
        let cell: GeoCell
        let bytes: [UInt8]
    }
    private enum Candidate {
        case cell(GeoCell)
        /// Of an opened row.
        case shops(PlaceRow.Part, row: Int)
    }
    private struct Near {
        let km: Double
        let place: GridPlace
        /// Whose id it is: a row, and the number of the shop in it.
        let row: Int
        let member: Int
    }

    func nearest(limit: Int, offset: Int) throws -> [PlaceStore.Found] {
        let wanted = offset + limit
        var opened: [Opened] = []
        var queue = NearestFirst<Candidate>()
        var (limitKm, reach) = (circle.km, circle.surelyOut)
        try rows.coarsest(circle) { open($0, reach, &opened, &queue) }
        var near: [Near] = []
        // The shops found are cut when there are some more than are wanted: each time for a deep page would be sorting
        // all of them again and again.
        var cutAt = wanted
        while let next = queue.pop(), next.haversine <= reach {
            switch next.value {
            case .cell(let cell): try rows.read(at: cell.level, [cell.code]) { open($0, reach, &opened, &queue) }
            case .shops(let part, let row):
                add(part, of: opened[row], row, limitKm, &near)
                guard near.count >= cutAt else { continue }
                near.sort { $0.km < $1.km }
                limitKm = near[wanted - 1].km
                reach = PlaceCircle.reach(limitKm)
                near.removeSubrange((near.firstIndex { $0.km > limitKm } ?? near.count)...)
                cutAt = near.count + max(4, near.count / 4)
            }
        }
        near.sort { $0.km < $1.km }
        return try page(near, opened, limit: limit, offset: offset)
    }

    private func open(_ row: PlaceRow, _ reach: Double, _ opened: inout [Opened], _ queue: inout NearestFirst<Candidate>) {
        let frame = CellFrame(row.cell, from: circle)
        var isKept = false
        for part in row.parts {
            let nearest = frame.nearest(part.number)
            guard nearest <= reach else { continue }
            isKept = isKept || part.isListed
            queue.push(part.isListed ? .shops(part, row: opened.count) : .cell(row.cell.part(part.number)), nearest)
        }
        if isKept { opened.append(Opened(cell: row.cell, bytes: [UInt8](row.bytes))) }
    }

    private func add(_ part: PlaceRow.Part, of opened: Opened, _ number: Int, _ limitKm: Double, _ near: inout [Near]) {
        opened.bytes.withUnsafeBytes { bytes in
            let row = PlaceRow(cell: opened.cell, bytes: bytes)
            for index in 0..<part.count {
                let place = row.place(part, index)
                let km = ShopDistance.km(circle.place, place.coordinates)
                if km <= limitKm { near.append(Near(km: km, place: place, row: number, member: part.first + index)) }
            }
        }
    }

    /// Only the rows of the page are asked who it is. Ties are in the order of ids, so all that are as far as the first
    /// or the last of the page take part.
    private func page(_ near: [Near], _ opened: [Opened], limit: Int, offset: Int) throws -> [PlaceStore.Found] {
        guard offset < near.count else { return [] }
        let (firstKm, lastKm) = (near[offset].km, near[min(offset + limit, near.count) - 1].km)
        let first = near.firstIndex { $0.km == firstKm } ?? offset
        var shops: [Int: [UInt8]] = [:]
        var found: [PlaceStore.Found] = []
        for one in near[first...].prefix(while: { $0.km <= lastKm }) {
            if shops[one.row] == nil { shops[one.row] = try rows.shops(of: opened[one.row].cell) }
            found.append(
                PlaceStore.Found(shop: PlaceRow.shop(one.member, in: shops[one.row] ?? []), km: one.km, cell: GeoCell(one.place).code))
        }
        found.sort { ($0.km, $0.shop) < ($1.km, $1.shop) }
        return Array(found.dropFirst(offset - first).prefix(limit))
    }
}

/// Things by how near they can be: a binary heap.
private struct NearestFirst<Value> {
    private var heap: [(value: Value, haversine: Double)] = []

    mutating func push(_ value: Value, _ haversine: Double) {
        heap.append((value, haversine))
        var at = heap.count - 1
        while at > 0, heap[at].haversine < heap[(at - 1) / 2].haversine {
            heap.swapAt(at, (at - 1) / 2)
            at = (at - 1) / 2
        }
    }
    mutating func pop() -> (value: Value, haversine: Double)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var at = 0
        while true {
            let (left, right) = (2 * at + 1, 2 * at + 2)
            var least = at
            if left < heap.count, heap[left].haversine < heap[least].haversine { least = left }
            if right < heap.count, heap[right].haversine < heap[least].haversine { least = right }
            guard least != at else { return first }
            heap.swapAt(at, least)
            at = least
        }
    }
}
