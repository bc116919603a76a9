import Kernel

/// A place as the tree of cells keeps it: whole numbers of 1e-7 degrees (about a centimetre), counted from the south pole and the date line.
struct PlaceEntry: Equatable {
    static let bytes = 24
    private static let unitsPerDegree = 1e7
    let shop: Int
    private let north: Int
    private let east: Int

    init(shop: Int, _ place: Coordinates) {
        self.shop = shop
        north = Int(((place.latitude + 90) * Self.unitsPerDegree).rounded())
        east = Int(((place.longitude + 180) * Self.unitsPerDegree).rounded())
    }
    /// Exactly the place that was put in, for places of at most seven decimals.
    var place: Coordinates {
        Coordinates(latitude: Double(north - 900_000_000) / Self.unitsPerDegree, longitude: Double(east - 1_800_000_000) / Self.unitsPerDegree)
    }

    init(in bytes: UnsafeRawBufferPointer, at offset: Int) {
        shop = Hexadecimal.number(in: bytes, at: offset)
        north = Hexadecimal.number(in: bytes, at: offset + Hexadecimal.digits)
        east = Hexadecimal.number(in: bytes, at: offset + 2 * Hexadecimal.digits)
    }
    func write(to bytes: inout [UInt8]) { for number in [shop, north, east] { Hexadecimal.write(number, to: &bytes) } }
}

/// Numbers of eight hexadecimal digits.
private enum Hexadecimal {
    static let digits = 8

    /// Eight digits at once: their values side by side, then put together in pairs.
    static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        let text = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        var value = (text & 0x0F0F_0F0F_0F0F_0F0F) + ((text >> 6) & 0x0101_0101_0101_0101) * 9
        value = (value & 0x000F_000F_000F_000F) << 4 | (value >> 8) & 0x000F_000F_000F_000F
        value = (value & 0x0000_00FF_0000_00FF) << 8 | (value >> 16) & 0x0000_00FF_0000_00FF
        return Int((value & 0xFFFF) << 16 | value >> 32)
    }
    static func digit(_ value: Int) -> UInt8 { UInt8(value < 10 ? 0x30 + value : 0x37 + value) }
    static func write(_ number: Int, to bytes: inout [UInt8]) { for shift in stride(from: 28, through: 0, by: -4) { bytes.append(digit(number >> shift & 15)) } }
}

/// A cell of the tree as it is stored: which of its sixteen parts have how many shops, and the shops of those that have few.
struct PlaceCell {
    /// A part with more shops than this has a row of its own.
    static let listedMax = 64
    private static let headBytes = 9

    /// What a part has. Entries stand side by side, by shop.
    enum Content: Equatable {
        case listed([UInt8])
        case divided(Int)

        var count: Int {
            switch self {
            case .listed(let entries): entries.count / PlaceEntry.bytes
            case .divided(let count): count
            }
        }
    }

    let cell: GeoCell
    var contents: [Content?]
    var isEmpty: Bool { contents.allSatisfy { $0 == nil } }

    init(empty cell: GeoCell) { (self.cell, contents) = (cell, Array(repeating: nil, count: GeoCell.partCount)) }
    init(_ cell: GeoCell, _ bytes: [UInt8]) {
        self.init(empty: cell)
        bytes.withUnsafeBytes { bytes in
            for part in Self.parts(of: cell, bytes) { contents[part.number] = part.entries.map { .listed([UInt8](bytes[$0])) } ?? .divided(part.count) }
        }
    }
    /// A cell of these shops, and the finer ones it needs.
    static func tree(_ cell: GeoCell, _ entries: [PlaceEntry]) -> [PlaceCell] {
        var top = PlaceCell(empty: cell)
        var finer: [PlaceCell] = []
        for (part, some) in Dictionary(grouping: entries, by: { GeoCell($0.place).ancestor(at: cell.level + GeoCell.levelStep) }) {
            if top.lists(some.count) {
                top.contents[part.number] = .listed(Self.bytes(of: some))
            } else {
                top.contents[part.number] = .divided(some.count)
                finer += tree(part, some)
            }
        }
        return [top] + finer
    }

    /// Whether a part of so many shops is listed here.
    func lists(_ count: Int) -> Bool { Self.lists(count, in: cell) }
    private static func lists(_ count: Int, in cell: GeoCell) -> Bool { count <= listedMax || cell.level + GeoCell.levelStep >= GeoCell.finest }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (number, content) in contents.enumerated() {
            guard let content else { continue }
            bytes.append(Hexadecimal.digit(number))
            Hexadecimal.write(content.count, to: &bytes)
            if case .listed(let entries) = content { bytes += entries }
        }
        return bytes
    }

    static func entries(_ bytes: [UInt8]) -> [PlaceEntry] {
        bytes.withUnsafeBytes { bytes in stride(from: 0, to: bytes.count, by: PlaceEntry.bytes).map { PlaceEntry(in: bytes, at: $0) } }
    }
    static func bytes(of entries: [PlaceEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(entries.count * PlaceEntry.bytes)
        for entry in entries.sorted(by: { $0.shop < $1.shop }) { entry.write(to: &bytes) }
        return bytes
    }

    /// A part as it stands in the bytes.
    struct Part {
        let number: Int
        let count: Int
        /// Where its shops stand; nil: it has a row of its own.
        let entries: Range<Int>?
    }
    static func parts(of cell: GeoCell, _ bytes: UnsafeRawBufferPointer) -> [Part] {
        var parts: [Part] = []
        parts.reserveCapacity(GeoCell.partCount)
        var at = 0
        while at + headBytes <= bytes.count {
            let number = Int(bytes[at] & 15) + Int(bytes[at] >> 6) * 9
            let count = Hexadecimal.number(in: bytes, at: at + 1)
            at += headBytes
            let end = at + count * PlaceEntry.bytes
            if lists(count, in: cell), end <= bytes.count {
                parts.append(Part(number: number, count: count, entries: at..<end))
                at = end
            } else {
                parts.append(Part(number: number, count: count, entries: nil))
            }
        }
        return parts
    }
}
