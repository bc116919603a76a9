import Kernel

/// Numbers of neighbouring finest cells.
package struct CellRange: Equatable, Sendable {
    package let first: Int
    package private(set) var last: Int
    /// Not all places in it must be in the circle.
    package let isEdge: Bool

    fileprivate mutating func takes(_ other: CellRange) -> Bool {
        guard other.isEdge == isEdge, other.first == last + 1 else { return false }
        last = other.last
        return true
    }
}

extension PlaceCircle {
    /// Cells on the edge are divided until they are this many times smaller than the radius: then few of their places are outside.
    private static let fineness = 12.0

    /// Ranges of cells that hold all its places, in the order of their numbers; nil: it is too large for that to help.
    package func cover() -> [CellRange]? {
        guard let cells = cells(at: GeoCell.coarsest) else { return nil }
        var ranges: [CellRange] = []
        for cell in cells.sorted(by: { $0.code < $1.code }) { cover(cell, &ranges) }
        return ranges
    }

    private func cover(_ cell: GeoCell, _ ranges: inout [CellRange]) {
        let frame = CellFrame(cell, from: self)
        let heightKm = cell.grid.height * .pi / 180 * Self.earthRadiusKm
        for number in 0..<GeoCell.partCount where frame.nearest(number) <= surelyOut {
            let part = cell.part(number)
            let isIn = frame.farthest(number) <= surelyIn
            guard isIn || part.level == GeoCell.finest || heightKm * Self.fineness <= km else {
                cover(part, &ranges)
                continue
            }
            let range = CellRange(first: part.finestCodes.lowerBound, last: part.finestCodes.upperBound, isEdge: !isIn)
            if ranges.isEmpty || !ranges[ranges.count - 1].takes(range) { ranges.append(range) }
        }
    }
}
