import CatalogKit
import Kernel

/// A shop and where it is.
struct PlaceEntry: Equatable {
    let shop: Int
    let place: GridPlace
}

/// A cell of the tree, to be changed: which of its sixteen parts have how many shops, and the shops of those that have few.
struct PlaceCell {
    /// A part with more shops than this has a row of its own.
    static let listedMax = 64

    /// What a part has. Entries are in the order of their shops.
    enum Content: Equatable {
        case listed([PlaceEntry])
        case divided(Int)

        var count: Int {
            switch self {
            case .listed(let entries): entries.count
            case .divided(let count): count
            }
        }
    }

    let cell: GeoCell
    var contents: [Content?]
    var isEmpty: Bool { contents.allSatisfy { $0 == nil } }

    init(empty cell: GeoCell) { (self.cell, contents) = (cell, Array(repeating: nil, count: GeoCell.partCount)) }
    /// A row as it is stored.
    init(_ cell: GeoCell, places: [UInt8], shops: [UInt8]) {
        self.init(empty: cell)
        places.withUnsafeBytes { bytes in
            let row = PlaceRow(cell: cell, bytes: bytes)
            for part in row.parts {
                contents[part.number] = part.isListed
                    ? .listed(
                        (0..<part.count).map { PlaceEntry(shop: PlaceRow.shop(part.first + $0, in: shops), place: row.place(part, $0)) })
                            : .divided(part.count)
            }
        }
    }
    /// A cell of these shops, and the finer ones it needs.
    static func tree(_ cell: GeoCell, _ entries: [PlaceEntry]) -> [PlaceCell] {
        var top = PlaceCell(empty: cell)
        var finer: [PlaceCell] = []
        for (part, some) in Dictionary(grouping: entries, by: { GeoCell($0.place).ancestor(at: cell.level + GeoCell.levelStep) }) {
            if top.lists(some.count) {
                top.contents[part.number] = .listed(some.sorted { $0.shop < $1.shop })
            } else {
                top.contents[part.number] = .divided(some.count)
                finer += tree(part, some)
            }
        }
        return [top] + finer
    }

    /// Whether a part of so many shops is listed here.
    func lists(_ count: Int) -> Bool { PlaceRow.lists(count, in: cell) }

    /// How it is stored.
    var bytes: (places: [UInt8], shops: [UInt8]) {
        var (heads, places, shops): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        var present = 0
        for (number, content) in contents.enumerated() {
            guard let content else { continue }
            present |= 1 << number
            heads.append(number: content.count, bytes: 4)
            guard case .listed(let entries) = content else { continue }
            let corner = PlaceRow.corner(of: cell.part(number))
            for entry in entries {
                if let corner {
                    places.append(number: entry.place.east - corner.east, bytes: 2)
                    places.append(number: entry.place.north - corner.north, bytes: 2)
                } else {
                    places.append(number: entry.place.east, bytes: 4)
                    places.append(number: entry.place.north, bytes: 4)
                }
                shops.append(number: entry.shop, bytes: 4)
            }
        }
        var head: [UInt8] = []
        head.append(number: present, bytes: 2)
        return (head + heads + places, shops)
    }
}

extension [UInt8] {
    /// The lowest byte first.
    fileprivate mutating func append(number: Int, bytes: Int) {
        for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
}

/// A row of the tree as it is stored, read in place. Numbers stand with their lowest byte first:
///
/// - 2 bytes: a bit for each part that has shops; for each of these, in order, 4 bytes: how many;
/// - for each part that is listed, in order, its shops by id: east and north, 4 bytes each, or, in cells small enough
///   for it, 2 bytes each from their corner.
///
/// The ids of the same shops, 4 bytes each, are a row of another table: counting does not read them.
struct PlaceRow {
    /// Cells of this level and finer ones are less than 65,536 units wide and high.
    private static let narrowLevel = 16
    let cell: GeoCell
    let bytes: UnsafeRawBufferPointer

    static func lists(_ count: Int, in cell: GeoCell) -> Bool {
        count <= PlaceCell.listedMax || cell.level + GeoCell.levelStep >= GeoCell.finest
    }
    /// What the places of a part are counted from; nil: from the corner of the world.
    static func corner(of part: GeoCell) -> GridPlace? { part.level >= narrowLevel ? part.ancestor(at: narrowLevel).corner : nil }
    /// The id of a shop of the other table's row.
    static func shop(_ number: Int, in shops: [UInt8]) -> Int {
        let at = 4 * number
        return at + 4 <= shops.count ? shops.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
        } : 0
    }

    struct Part {
        let number: Int
        let count: Int
        /// Else it has a row of its own.
        let isListed: Bool
        /// Where its places start.
        let offset: Int
        /// The number of its first shop among those of the row.
        let first: Int
    }
    var parts: Parts { Parts(self) }
    var isNarrow: Bool { cell.level + GeoCell.levelStep >= Self.narrowLevel }

    /// In the order of their numbers.
    struct Parts: Sequence, IteratorProtocol {
        private let row: PlaceRow
        private let width: Int
        private var present: UInt16 = 0
        private var head = 2
        private var offset: Int
        private var first = 0

        init(_ row: PlaceRow) {
            (self.row, width) = (row, row.isNarrow ? 4 : 8)
            if row.bytes.count >= 2 { present = UInt16(littleEndian: row.bytes.loadUnaligned(as: UInt16.self)) }
            offset = 2 + 4 * present.nonzeroBitCount
            if offset > row.bytes.count { present = 0 }
        }
        mutating func next() -> Part? {
            guard present != 0 else { return nil }
            let number = present.trailingZeroBitCount
            let count = Int(UInt32(littleEndian: row.bytes.loadUnaligned(fromByteOffset: head, as: UInt32.self)))
            present &= present - 1
            head += 4
            guard PlaceRow.lists(count, in: row.cell), offset + count * width <= row.bytes.count else {
                return Part(number: number, count: count, isListed: false, offset: offset, first: first)
            }
            defer { (offset, first) = (offset + count * width, first + count) }
            return Part(number: number, count: count, isListed: true, offset: offset, first: first)
        }
    }

    func place(_ part: Part, _ index: Int) -> GridPlace {
        guard let corner = Self.corner(of: cell.part(part.number)) else {
            return GridPlace(north: Int(number(part.offset + 8 * index + 4)), east: Int(number(part.offset + 8 * index)))
        }
        let number = number(part.offset + 4 * index)
        return GridPlace(north: corner.north + Int(number >> 16), east: corner.east + Int(number & 0xFFFF))
    }
    private func number(_ offset: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }

    /// How many of a part are in a circle.
    ///
    /// sin² x lies between x² (1 − x²/3) and x², and the cosine of a latitude between those of the part's bounds: that
    /// decides nearly all without a sine.
    func count(_ part: Part, in circle: PlaceCircle, _ cosines: ClosedRange<Double>) -> Int {
        let corner = Self.corner(of: cell.part(part.number)) ?? GridPlace(north: 0, east: 0)
        let turn = 360 * GridPlace.unitsPerDegree, halfRadian = .pi / turn
        let north = (circle.place.latitude + 90) * GridPlace.unitsPerDegree - Double(corner.north)
        var east = (circle.place.longitude + 180) * GridPlace.unitsPerDegree - Double(corner.east)
        guard isNarrow else {
            return count(part, in: circle) { index in
                let (x, y) = (Double(number(part.offset + 8 * index)), Double(number(part.offset + 8 * index + 4)))
                return Self.bounds((y - north) * halfRadian, (x - east) * halfRadian, cosines)
            }
        }
        // The shorter way around.
        east -= (east / turn).rounded() * turn
        return count(part, in: circle) { index in
            let both = number(part.offset &+ 4 &* index)
            return Self.bounds((Double(both >> 16) - north) * halfRadian, (Double(both & 0xFFFF) - east) * halfRadian, cosines)
        }
    }
    /// Of the haversine, from half the differences of latitude and longitude.
    @inline(__always) private static func bounds(_ u: Double, _ v: Double, _ cosines: ClosedRange<Double>) -> (low: Double, high: Double) {
        let uu = u * u, vv = v * v
        return (max(0, uu * (1 - uu / 3)) + cosines.lowerBound * max(0, vv * (1 - vv / 3)), uu + cosines.upperBound * vv)
    }
    /// Without a branch for those that are surely in or out: on the edge of a circle that is not to be foretold.
    @inline(__always) private func count(_ part: Part, in circle: PlaceCircle, _ bounds: (Int) -> (low: Double, high: Double)) -> Int {
        let (surelyIn, surelyOut) = (circle.surelyIn, circle.surelyOut)
        var total = 0
        for index in 0..<part.count {
            let (low, high) = bounds(index)
            let inside = high <= surelyIn ? 1 : 0, outside = low > surelyOut ? 1 : 0
            total &+= inside
            if inside | outside == 0, circle.contains(place(part, index).coordinates) { total &+= 1 }
        }
        return total
    }
}
