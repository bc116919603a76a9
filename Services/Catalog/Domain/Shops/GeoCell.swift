#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Kernel

/// A cell of a grid of latitudes and longitudes that is halved both ways at each level. Cells are numbered along a Z-order curve (Morton 1966), so the parts
/// of a cell are one range of numbers of every finer level.
package struct GeoCell: Hashable, Sendable {
    package let level: Int
    package let code: Int
    package init(level: Int, code: Int) { (self.level, self.code) = (level, code) }

    /// The levels that are counted, coarse to fine: 5.6° × 2.8° to 0.0014° × 0.0007° (about 125 m × 76 m in the middle latitudes).
    package static let levels = [6, 8, 10, 12, 14, 16, 18]
    package static let coarsest = 6
    package static let finest = 18
    package static let levelStep = 2

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
    /// The numbers of its parts at a finer level.
    package func codes(at level: Int) -> ClosedRange<Int> {
        let shift = 2 * (level - self.level)
        return (code << shift)...((code + 1) << shift - 1)
    }

    /// A circle that holds the whole cell: its middle, and kilometres on the sphere of `ShopDistance`.
    ///
    /// No corner is further from the middle than the path that is straight in degrees, and that path is nowhere longer than where the parallels are longest.
    package var circle: (middle: Coordinates, radiusKm: Double) {
        let (width, height) = (360 / Double(1 << level), 180 / Double(1 << level))
        let (x, y) = (Double(Self.even(UInt64(code))), Double(Self.even(UInt64(code) >> 1)))
        let middle = Coordinates(latitude: (y + 0.5) * height - 90, longitude: (x + 0.5) * width - 180)
        let nearestToEquator = max(0, abs(middle.latitude) - height / 2) * .pi / 180
        let (up, across) = (height / 2 * .pi / 180, width / 2 * .pi / 180 * cos(nearestToEquator))
        return (middle, (up * up + across * across).squareRoot() * ShopDistance.earthRadiusKm)
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

    /// Bounds of how near and how far the places of the cell can be, in kilometres.
    package func distanceRangeKm(from place: Coordinates) -> (nearest: Double, farthest: Double) {
        let (middle, radiusKm) = circle
        let km = ShopDistance.km(place, middle)
        return (max(0, km - radiusKm), km + radiusKm)
    }
}
