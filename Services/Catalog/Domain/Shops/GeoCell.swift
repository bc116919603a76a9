import Kernel

/// A cell of a grid of latitudes and longitudes that is halved both ways at each level. Cells are numbered along a Z-order curve (Morton 1966), so the parts
/// of a cell are one range of numbers of every finer level.
package struct GeoCell: Hashable, Sendable {
    package let level: Int
    package let code: Int
    package init(level: Int, code: Int) { (self.level, self.code) = (level, code) }

    /// The levels that have parts, coarse to fine: 5.6° × 2.8° to 0.0055° × 0.0027°; the finest parts are 0.0014° × 0.0007° (about 125 m × 76 m in the middle
    /// latitudes).
    package static let levels = [6, 8, 10, 12, 14, 16]
    package static let coarsest = 6
    package static let finest = 18
    package static let levelStep = 2
    package static let partCount = 1 << (2 * levelStep)

    /// The finest cell a place lies in.
    package init(_ place: Coordinates) {
        func step(_ value: Double, _ span: Double) -> Int {
            let steps = 1 << Self.finest
            return min(steps - 1, max(0, Int(value / span * Double(steps))))
        }
        self.init(level: Self.finest, code: Self.interleave(step(place.longitude + 180, 360), step(place.latitude + 90, 180)))
    }
    private static func interleave(_ x: Int, _ y: Int) -> Int {
        var code = 0
        for bit in 0..<finest { code |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1) }
        return code
    }

    package func ancestor(at level: Int) -> GeoCell { GeoCell(level: level, code: code >> (2 * (self.level - level))) }
    /// One of its sixteen parts.
    package func part(_ number: Int) -> GeoCell { GeoCell(level: level + Self.levelStep, code: code << (2 * Self.levelStep) | number) }
    /// Which part of the next coarser cell it is.
    package var number: Int { code & (Self.partCount - 1) }

    /// Its south-west corner in degrees, and the height and width of its parts.
    package var grid: (south: Double, west: Double, height: Double, width: Double) {
        let parts = Double(1 << (level + Self.levelStep))
        let (height, width) = (180 / parts, 360 / parts)
        let side = Double(1 << Self.levelStep)
        return (Double(Self.even(UInt64(code) >> 1)) * side * height - 90, Double(Self.even(UInt64(code))) * side * width - 180, height, width)
    }
    /// Every second bit, put together.
    private static func even(_ code: UInt64) -> UInt64 {
        var x = code & 0x5555_5555_5555_5555
        x = (x | x >> 1) & 0x3333_3333_3333_3333
        x = (x | x >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        x = (x | x >> 4) & 0x00FF_00FF_00FF_00FF
        x = (x | x >> 8) & 0x0000_FFFF_0000_FFFF
        return (x | x >> 16) & 0x0000_0000_FFFF_FFFF
    }
}
