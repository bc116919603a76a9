import Kernel

/// Open hours of one local day: stretches of minutes since midnight, in order and apart from each other. JSON form:
/// `[["07:00","12:00"],["13:00","24:00"]]`.
package struct OpenHours: Codable, Sendable, Equatable {
    package let ranges: [Range<Int>]
    package static let perDayMax = 12
    /// Closed.
    package static let none = OpenHours([Range<Int>]())

    package enum Flaw: Error { case form, reversed, overlapping }

    package init(_ ranges: [Range<Int>]) { self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound } }

    /// Pairs of `HH:mm`, the second of each up to `24:00`. Ranges may touch.
    package init(_ pairs: [[String]]) throws(Flaw) {
        guard pairs.count <= Self.perDayMax else { throw .form }
        var ranges: [Range<Int>] = []
        for pair in pairs {
            guard pair.count == 2, let start = ClockText.minutes(pair[0].trimmed),
                  let end = ClockText.minutes(pair[1].trimmed, allowsEndOfDay: true) else { throw .form }
            guard start < end else { throw .reversed }
            ranges.append(start..<end)
        }
        self.init(ranges)
        guard zip(self.ranges, self.ranges.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else { throw .overlapping }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do { try self.init(try container.decode([[String]].self)) } catch let flaw as Flaw {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not open hours: \(flaw)")
        }
    }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ranges.map { [ClockText.text($0.lowerBound), ClockText.text($0.upperBound)] })
    }
}
