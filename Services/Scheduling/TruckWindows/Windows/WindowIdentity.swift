import Contracts
import Kernel

/// What the id of a window stands for: its area, start and end. The id holds start and length, so a window that has passed or is no
/// longer built is still told from an id that never was one.
///
/// It has the form of a UUID of version 8 (RFC 9562): 32 bits of minutes since 1970, 16 bits of length in minutes, then what follows
/// from the area.
struct WindowIdentity: Equatable {
    let area: ServiceAreaID
    let time: TimeWindow
    init(area: ServiceAreaID, time: TimeWindow) { (self.area, self.time) = (area, time) }

    var id: TruckWindowID {
        let start = time.start.secondsSinceEpoch / 60, length = (time.end.secondsSinceEpoch - time.start.secondsSinceEpoch) / 60
        return TruckWindowID("\(Self.hex(start, 8))-\(Self.hex(length, 4))\(Self.ending(of: area))")
    }

    /// Nil: no window of this area ever had this id.
    init?(_ id: TruckWindowID, of area: ServiceAreaID) {
        let text = id.rawValue.lowercased(), head = Array(text.utf8.prefix(13))
        guard head.count == 13, head[8] == UInt8(ascii: "-"), text.hasSuffix(Self.ending(of: area)),
              let start = Self.number(head[..<8]), let length = Self.number(head[9...]) else { return nil }
        let from = Timestamp(secondsSinceEpoch: start * 60)
        self.init(area: area, time: TimeWindow(start: from, end: from + .seconds(60 * length)))
        guard start > 0, length > 0, self.id.rawValue == text else { return nil }
    }

    /// Version, variant and 74 bits that follow from the area, each group after its dash.
    private static func ending(of area: ServiceAreaID) -> String {
        String(DeterministicID.make("truck-window", area.rawValue).dropFirst(13))
    }
    private static func hex(_ number: Int64, _ width: Int) -> String {
        let digits = String(UInt64(clamping: number), radix: 16).suffix(width)
        return String(repeating: "0", count: width - digits.count) + digits
    }
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
        return Int64(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
