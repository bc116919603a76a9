/// A place in whole units of 1e-7 degrees (about a centimetre), counted from the south pole and the date line.
public struct GridPlace: Hashable, Sendable {
    public static let unitsPerDegree = 1e7
    public let north: Int
    public let east: Int

    @inlinable public init(north: Int, east: Int) { (self.north, self.east) = (north, east) }
    /// - Parameters: degrees; rounded.
    public init(latitude: Double, longitude: Double) {
        north = Int(((latitude + 90) * Self.unitsPerDegree).rounded())
        east = Int(((longitude + 180) * Self.unitsPerDegree).rounded())
    }
    /// Exactly the degrees that were put in, for places of at most seven decimals.
    @inlinable public var latitude: Double { Double(north - 900_000_000) / Self.unitsPerDegree }
    @inlinable public var longitude: Double { Double(east - 1_800_000_000) / Self.unitsPerDegree }
}

/// A cell of a grid of latitudes and longitudes that is halved both ways at each level. Cells are numbered along a
/// Z-order curve (Morton 1966), so the parts of a cell are one range of numbers of every finer level.
public struct GeoCell: Hashable, Sendable {
    public let level: Int
    public let code: Int
    public init(level: Int, code: Int) { (self.level, self.code) = (level, code) }

    /// The levels that have parts, coarse to fine: 5.6° × 2.8° to 0.0055° × 0.0027°; the finest parts are 0.0014° ×
    /// 0.0007° (about 125 m × 76 m in the middle latitudes).
    public static let levels = [6, 8, 10, 12, 14, 16]
    public static let coarsest = 6
    public static let finest = 18
    public static let levelStep = 2
    public static let partCount = 1 << (2 * levelStep)
    /// Units from west to east and from south to north.
    private static let (around, across) = (3_600_000_000, 1_800_000_000)

    /// The finest cell a place lies in.
    public init(_ place: GridPlace) {
        func step(_ units: Int, _ span: Int) -> Int { min((1 << Self.finest) - 1, max(0, (units << Self.finest) / span)) }
        self.init(level: Self.finest, code: Self.interleave(step(place.east, Self.around), step(place.north, Self.across)))
    }
    /// A cell by its column from the date line and its row from the south pole.
    public init(level: Int, column: Int, row: Int) { self.init(level: level, code: Self.interleave(column, row)) }

    private static func interleave(_ x: Int, _ y: Int) -> Int { Int(spread(UInt64(x)) | spread(UInt64(y)) << 1) }
    /// Its bits with a gap after each.
    private static func spread(_ number: UInt64) -> UInt64 {
        var x = number & 0xFFFF_FFFF
        x = (x | x << 16) & 0x0000_FFFF_0000_FFFF
        x = (x | x << 8) & 0x00FF_00FF_00FF_00FF
        x = (x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F
        x = (x | x << 2) & 0x3333_3333_3333_3333
        return (x | x << 1) & 0x5555_5555_5555_5555
    }
    /// Every second bit, put together.
    private static func gather(_ code: UInt64) -> Int {
        var x = code & 0x5555_5555_5555_5555
        x = (x | x >> 1) & 0x3333_3333_3333_3333
        x = (x | x >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        x = (x | x >> 4) & 0x00FF_00FF_00FF_00FF
        x = (x | x >> 8) & 0x0000_FFFF_0000_FFFF
        return Int((x | x >> 16) & 0x0000_0000_FFFF_FFFF)
    }

    public func ancestor(at level: Int) -> GeoCell { GeoCell(level: level, code: code >> (2 * (self.level - level))) }
    /// One of its sixteen parts.
    public func part(_ number: Int) -> GeoCell { GeoCell(level: level + Self.levelStep, code: code << (2 * Self.levelStep) | number) }
    /// Which part of the next coarser cell it is.
    public var number: Int { code & (Self.partCount - 1) }
    /// The numbers of all finest cells in it.
    public var finestCodes: ClosedRange<Int> {
        let bits = 2 * (Self.finest - level)
        return code << bits...(code + 1) << bits - 1
    }

    private var column: Int { Self.gather(UInt64(code)) }
    private var row: Int { Self.gather(UInt64(code) >> 1) }
    /// The last unit at or before its south-west corner: places in it are that or more.
    public var corner: GridPlace { GridPlace(north: (row * Self.across) >> level, east: (column * Self.around) >> level) }
    /// Its south-west corner in degrees, and the height and width of its parts.
    public var grid: (south: Double, west: Double, height: Double, width: Double) {
        let parts = Double(1 << (level + Self.levelStep))
        let (height, width) = (180 / parts, 360 / parts)
        let side = Double(1 << Self.levelStep)
        return (Double(row) * side * height - 90, Double(column) * side * width - 180, height, width)
    }
}
