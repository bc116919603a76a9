import FoundationEssentials
import Synchronization

/// A wall clock reading: a day and the seconds since its midnight, without zone.
public struct LocalTime: Hashable, Comparable, Sendable {
    public let date: CalendarDate
    /// 0 … 86,399.
    public let secondOfDay: Int
    public init(date: CalendarDate, secondOfDay: Int) { (self.date, self.secondOfDay) = (date, secondOfDay) }
    public static func < (a: LocalTime, b: LocalTime) -> Bool { (a.date, a.secondOfDay) < (b.date, b.secondOfDay) }
    /// ISO 8601: Monday is 1.
    public var weekday: Int { date.weekday }
    public var hour: Int { secondOfDay / 3600 }
    public var minute: Int { secondOfDay / 60 % 60 }
    /// `YYYY-MM-DDTHH:mm:ss`
    public var text: String {
        func pad(_ n: Int) -> String { n < 10 ? "0\(n)" : String(n) }
        return "\(date)T\(pad(hour)):\(pad(minute)):\(pad(secondOfDay % 60))"
    }
}

/// The rules of one time zone, read from a TZif file (RFC 8536, versions 2 and later) with its POSIX footer for times after the table.
///
/// Own reader instead of Foundation's `TimeZone`: no ICU in memory, integer arithmetic, the same answer in every replay
/// over the same tz database.
public struct TimeZoneRules: Sendable {
    public let name: String
    /// Seconds since 1970 at which `offsets[i + 1]` begins; `offsets[0]` holds before the first.
    private let transitions: [Int64]
    /// Seconds east of UTC.
    private let offsets: [Int]
    private let footer: PosixZone?

    public struct Unreadable: Error, CustomStringConvertible { public let description: String }

    /// Reads the bytes of a TZif file. Throws `Unreadable`.
    public init(name: String, tzif bytes: [UInt8]) throws(Unreadable) {
        var reader = TZifReader(bytes)
        let first = try reader.header()
        guard first.version >= 50 else { throw Unreadable(description: "\(name): TZif version 1 has 32-bit times only") }
        try reader.skip(first.blockBytes(timeBytes: 4))
        let second = try reader.header()
        let block = try reader.block(second)
        self.name = name
        (transitions, offsets) = (block.transitions, block.offsets)
        let text = try reader.footer()
        footer = text.isEmpty ? nil : try PosixZone(text)
    }

    /// The zone of that IANA name, read once per process. Throws `Unreadable` for a name the tz database does not have.
    public static func named(_ name: String) throws(Unreadable) -> TimeZoneRules {
        if let known = loaded.withLock({ $0[name] }) { return known }
        let isName = !name.isEmpty && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy {
                (97...122).contains($0 | 32) || (48...57).contains($0) || $0 == 47 || $0 == 95 || $0 == 45 || $0 == 43
            }
        guard isName, let data = try? Data(contentsOf: URL(filePath: directory + "/" + name)) else {
            throw Unreadable(description: "there is no time zone \(name)")
        }
        let rules = try TimeZoneRules(name: name, tzif: [UInt8](data))
        loaded.withLock { $0[name] = rules }
        return rules
    }
    private static let directory = "/usr/share/zoneinfo"
    private static let loaded = Mutex<[String: TimeZoneRules]>([:])

    /// Seconds east of UTC at an instant.
    public func offsetSeconds(at instant: Timestamp) -> Int { offset(at: instant.secondsSinceEpoch) }

    private func offset(at seconds: Int64) -> Int {
        if let footer, seconds >= transitions.last ?? .min { return footer.offset(at: seconds) }
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return offsets[low]
    }

    /// The local time.
    public func local(_ instant: Timestamp) -> LocalTime {
        let seconds = instant.secondsSinceEpoch + Int64(offset(at: instant.secondsSinceEpoch))
        let day = seconds.flooredQuotient(by: 86_400)
        return LocalTime(date: CalendarDate(daysSinceEpoch: Int(day)), secondOfDay: Int(seconds - day * 86_400))
    }

    /// The instant of a local time. A reading that happens twice (autumn) means the first; one that is skipped (spring)
    /// means as much later as the gap is long, as RFC 5545 §3.3.5 has it.
    public func instant(of local: LocalTime) -> Timestamp { instant(of: local.date, secondOfDay: local.secondOfDay) }

    public func instant(of date: CalendarDate, secondOfDay: Int = 0) -> Timestamp {
        let wall = Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay)
        let before = offset(at: wall - Self.probeSeconds)
        let candidates = [before, offset(at: wall), offset(at: wall + Self.probeSeconds)].map { wall - Int64($0) }
        let exact = candidates.filter { $0 + Int64(offset(at: $0)) == wall }.min()
        return Timestamp(secondsSinceEpoch: exact ?? wall - Int64(before))
    }
    /// Further from a reading than any offset is wide.
    private static let probeSeconds: Int64 = 26 * 3600

    /// The first instant of a local day (not always 00:00).
    public func startOfDay(_ date: CalendarDate) -> Timestamp { instant(of: date) }

    /// The next change of the offset after an instant: when, and seconds east of UTC from then on; nil when there is none within two years.
    public func nextTransition(after instant: Timestamp) -> (at: Timestamp, offsetSeconds: Int)? {
        let start = instant.secondsSinceEpoch
        let old = offset(at: start)
        // The rules change at most a few times a year: find the day, then the second by halves.
        var low = start
        for _ in 0..<731 {
            let high = low + 86_400
            if offset(at: high) != offset(at: low) {
                var (a, b) = (low, high)
                while b - a > 1 {
                    let middle = (a + b) / 2
                    if offset(at: middle) == offset(at: low) { a = middle } else { b = middle }
                }
                return (Timestamp(secondsSinceEpoch: b), offset(at: b))
            }
            low = high
        }
        assert(offset(at: low) == old)
        return nil
    }
}

// MARK: - TZif

private struct TZifReader {
    private let bytes: [UInt8]
    private var at = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Header {
        let version: UInt8
        let utcIndicators, standardIndicators, leapSeconds, times, types, characters: Int
        func blockBytes(timeBytes: Int) -> Int {
            times * timeBytes + times + types * 6 + characters + leapSeconds * (timeBytes + 4) + standardIndicators + utcIndicators
        }
    }

    mutating func skip(_ count: Int) throws(TimeZoneRules.Unreadable) {
        guard count >= 0, at + count <= bytes.count else { throw TimeZoneRules.Unreadable(description: "TZif file ends early") }
        at += count
    }
    private mutating func integer(_ width: Int) throws(TimeZoneRules.Unreadable) -> Int64 {
        let start = at
        try skip(width)
        var value: Int64 = bytes[start] >= 128 ? -1 : 0
        for k in start..<start + width { value = value << 8 | Int64(bytes[k]) }
        return value
    }
    mutating func header() throws(TimeZoneRules.Unreadable) -> Header {
        guard at + 44 <= bytes.count, bytes[at..<at + 4].elementsEqual("TZif".utf8) else {
            throw TimeZoneRules.Unreadable(description: "not a TZif file")
        }
        let version = bytes[at + 4]
        try skip(20)
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(try integer(4))) }
        guard counts.allSatisfy({ (0...100_000).contains($0) }) else {
            throw TimeZoneRules.Unreadable(description: "TZif counts are out of range")
        }
        return Header(version: version, utcIndicators: counts[0], standardIndicators: counts[1], leapSeconds: counts[2],
                      times: counts[3], types: counts[4], characters: counts[5])
    }
    mutating func block(_ header: Header) throws(TimeZoneRules.Unreadable) -> (transitions: [Int64], offsets: [Int]) {
        guard header.types > 0 else { throw TimeZoneRules.Unreadable(description: "TZif file without a type") }
        var times: [Int64] = []
        for _ in 0..<header.times { times.append(try integer(8)) }
        let indexStart = at
        try skip(header.times)
        let indexes = bytes[indexStart..<at].map(Int.init)
        var types: [Int] = []
        for _ in 0..<header.types {
            types.append(Int(try integer(4)))
            try skip(2)
        }
        try skip(header.characters + header.leapSeconds * 12 + header.standardIndicators + header.utcIndicators)
        guard indexes.allSatisfy({ $0 < types.count }) else {
            throw TimeZoneRules.Unreadable(description: "TZif names a type that is not there")
        }
        return (times, [types[0]] + indexes.map { types[$0] })
    }
    mutating func footer() throws(TimeZoneRules.Unreadable) -> String {
        guard at < bytes.count, bytes[at] == 10,
            let end = bytes[(at + 1)...].firstIndex(of: 10) else { throw TimeZoneRules.Unreadable(description: "TZif footer is missing") }
        return String(decoding: bytes[at + 1..<end], as: UTF8.self)
    }
}
