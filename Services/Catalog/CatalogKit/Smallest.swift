extension Sequence {
    /// The first of all by an order, as many as wanted; equal ones as they came. A page needs no more sorted than itself.
    package func smallest(_ count: Int, by isBefore: (Element, Element) -> Bool) -> [Element] {
        guard count > 0 else { return [] }
        guard count <= SelectionLimits.inserted else {
            return enumerated().sorted { isBefore($0.1, $1.1) || (!isBefore($1.1, $0.1) && $0.0 < $1.0) }.prefix(count).map(\.1)
        }
        var best: [Element] = []
        best.reserveCapacity(Swift.min(count, underestimatedCount) + 1)
        for element in self {
            if best.count == count {
                guard isBefore(element, best[count - 1]) else { continue }
                best.removeLast()
            }
            var (low, high) = (0, best.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(element, best[middle]) { high = middle } else { low = middle + 1 }
            }
            best.insert(element, at: low)
        }
        return best
    }
}

private enum SelectionLimits {
    /// Beyond so many, sorting all of them is quicker than putting each into its place.
    static let inserted = 256
}
