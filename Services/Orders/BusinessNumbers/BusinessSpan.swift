import Kernel

/// A period as it is read: whole buckets from their sums, what is left at both ends from the facts.
struct BusinessSpan: Sendable, Equatable {
    /// Milliseconds that a sum of `business_day` covers, and one of `business_quarter`.
    static let day: Int64 = 86_400_000
    static let quarter: Int64 = 900_000
    static let forever: Range<Int64> = Timestamp.distantPast.millisecondsSinceEpoch..<Timestamp.distantFuture.millisecondsSinceEpoch + 1

    /// At most one.
    let buckets: [Range<Int64>]
    let edges: [Range<Int64>]

    init(_ range: Range<Int64>, bucket: Int64) {
        // Before the first fact and after the last there is nothing to read.
        if range == Self.forever {
            (buckets, edges) = ([range], [])
            return
        }
        let first = Self.down(range.lowerBound + bucket - 1, bucket), last = Self.down(range.upperBound, bucket)
        if first < last {
            buckets = [first..<last]
            edges = [range.lowerBound..<first, last..<range.upperBound].filter { !$0.isEmpty }
        } else {
            buckets = []
            edges = range.isEmpty ? [] : [range]
        }
    }

    /// The start of the bucket of an instant, also before 1970.
    private static func down(_ milliseconds: Int64, _ bucket: Int64) -> Int64 {
        let rest = milliseconds % bucket
        return milliseconds - (rest < 0 ? rest + bucket : rest)
    }
}

extension LocalPeriod {
    /// In milliseconds since 1970. An open end is the end of the calendar.
    var range: Range<Int64> {
        let forever = BusinessSpan.forever
        let start = from?.millisecondsSinceEpoch ?? forever.lowerBound, end = to?.millisecondsSinceEpoch ?? forever.upperBound
        return start < end ? start..<end : start..<start
    }
    var isAllTime: Bool { from == nil && to == nil }
}
