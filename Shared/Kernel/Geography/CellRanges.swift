#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ranges of the numbers of cells of one level.
public struct CellRanges: Sendable, Hashable {
    public let level: Int
    public let codes: ClosedRange<Int>

    /// Cells of every level of a cover that may have something within a distance; cells farther away may be among them.
    public static func around(_ point: MicroPoint, within meters: Double) -> [CellRanges] {
        let degrees = meters / (GreatCircle.radiusMeters * .pi / 180) * 1.001 + 1e-5
        let top = abs(point.latitude) + degrees
        // Meridians come together towards the poles.
        let width = top >= 89 ? 180 : min(180, degrees / cos(top * .pi / 180) * 1.001)
        let box = CellCover.Area(south: max(-90, point.latitude - degrees), north: min(90, point.latitude + degrees),
                                 west: point.longitude - width, east: point.longitude + width)
        // The finest level where the box lies in at most two cells of a row and a column.
        let base = CellCover.cells(over: box, sideMax: 2).map(\.cell)
        return CellCover.levels.flatMap { level in
            Set(base.map { cell -> ClosedRange<Int> in
                if level <= cell.level {
                    let code = cell.ancestor(at: level).code
                    return code...code
                }
                let bits = 2 * (level - cell.level)
                return cell.code << bits...((cell.code + 1) << bits) - 1
            }).sorted { $0.lowerBound < $1.lowerBound }.map { CellRanges(level: level, codes: $0) }
        }
    }
}
