import Foundation
import Kernel
import Testing

/// Every zone, and the days on which its clock changes in ten years: what judges of local time are asked about
/// (`Tests/Interop/slots.py`, `Tests/Interop/truck_windows.py`).
enum ClockChanges {
    static let years = 2021...2030
    private static let zoneinfo = "/usr/share/zoneinfo"

    /// Names of all zones, links included.
    static func zones() throws -> [String] {
        let text = try String(contentsOfFile: Self.zoneinfo + "/tzdata.zi", encoding: .utf8)
        let names = text.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: " ")
            switch parts.first {
            case "Z": return String(parts[1])
            case "L": return String(parts[2])
            default: return nil
            }
        }
        return names.filter { $0.contains("/") || $0 == "UTC" }.sorted()
    }

    /// Local days that a change of the clock touches, and one quiet day.
    static func days(_ zone: TimeZoneRules) throws -> [CalendarDate] {
        var found: [CalendarDate] = [try #require(CalendarDate(year: Self.years.lowerBound, month: 5, day: 4))]
        var instant = try #require(Timestamp("\(Self.years.lowerBound)-01-01T00:00:00Z"))
        let end = try #require(Timestamp("\(Self.years.upperBound + 1)-01-01T00:00:00Z"))
        while instant < end {
            // A zone may rest for years and begin again (Cairo, 2023): a search looks two years ahead.
            guard let change = zone.nextTransition(after: instant) else {
                instant = instant + .days(730)
                continue
            }
            guard change.at < end else { break }
            for date in [zone.local(change.at - .seconds(1)).date, zone.local(change.at).date] where found.last != date {
                found.append(date)
            }
            instant = change.at
        }
        return found
    }

    /// Writes lines for a judge into `.build/judges`.
    static func write(_ lines: String, to name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/judges")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(lines.utf8).write(to: folder.appending(path: name))
    }
}

/// Small numbers that follow from a seed: the same text gives the same cases on every machine.
struct SeededChoice {
    private var state: UInt64
    /// FNV-1a.
    init(_ seed: String) { state = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
    mutating func range(step: Int) -> Range<Int> {
        let start = below(1440 / step) * step
        return start..<(start + (1 + below((1440 - start) / step)) * step)
    }
}
