import Foundation
import Kernel

/// Times of demo data, relative to the day of seeding: `d+5 09:00`, `next saturday 17:00`, `now-1h`.
public struct DemoTime: Sendable {
    let seededAt: Timestamp
    private let zone: TimeZone

    /// Nil for an unknown zone.
    public init?(seededAt: Timestamp, zone: String) {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        (self.seededAt, self.zone) = (seededAt, zone)
    }

    private func offsetSeconds(at time: Timestamp) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.secondsSinceEpoch)))
    }

    /// The local day of seeding.
    var today: CalendarDate {
        CalendarDate(daysSinceEpoch: Int((seededAt.secondsSinceEpoch + Int64(offsetSeconds(at: seededAt))) / 86_400))
    }

    /// Nil when the text has another form.
    public func callAsFunction(_ text: String) -> Timestamp? {
        if text == "now" { return seededAt.wholeSeconds }
        if text.hasPrefix("now"), let unit = text.last, let count = Int(text.dropFirst(3).dropLast()) {
            switch unit {
            case "m": return seededAt.wholeSeconds + .minutes(count)
            case "h": return seededAt.wholeSeconds + .hours(count)
            case "d": return seededAt.wholeSeconds + .days(count)
            default: return nil
            }
        }
        let parts = text.split(separator: " ")
        guard let clock = parts.last.flatMap({ minutes(String($0)) }) else { return nil }
        switch parts.count {
        case 2:
            guard parts[0].hasPrefix("d"), let days = Int(parts[0].dropFirst()) else { return nil }
            return local(today.adding(days: days), clock)
        case 3:
            let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
            guard parts[0] == "next", let weekday = names.firstIndex(of: String(parts[1])) else { return nil }
            let ahead = (weekday + 1 - today.weekday + 6) % 7 + 1
            return local(today.adding(days: ahead), clock)
        default: return nil
        }
    }

    /// Local noon of a day.
    func noon(of day: CalendarDate) -> Timestamp { local(day, 12 * 60) }

    private func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, parts[1].count == 2, let hours = Int(parts[0]), let minutes = Int(parts[1]), 0...23 ~= hours,
              0...59 ~= minutes else { return nil }
        return hours * 60 + minutes
    }

    /// The instant of a local time. In the hour that a clock change skips or repeats, the offset of the day's noon counts.
    private func local(_ day: CalendarDate, _ minutes: Int) -> Timestamp {
        let midnight = Timestamp(secondsSinceEpoch: Int64(day.daysSinceEpoch) * 86_400)
        let guess = midnight + .minutes(minutes)
        return guess - .seconds(offsetSeconds(at: guess - .seconds(offsetSeconds(at: midnight + .hours(12)))))
    }
}

/// Fixed ids of demo data: `00000000-0000-4000-8000-` and twelve digits.
public enum DemoID {
    static func id(_ twelve: String) -> String { "00000000-0000-4000-8000-" + twelve }
    static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    public static func user(_ n: Int) -> String { id("00000a" + digits(n, 6)) }
    public static func event(_ n: Int) -> String { id("00000e" + digits(n, 6)) }
    public static func ticketType(event: Int, _ k: Int) -> String { id("00000f" + digits(event, 3) + digits(k, 3)) }
    public static func gate(event: Int, _ k: Int) -> String { id("00006a" + digits(event, 3) + digits(k, 3)) }
    public static func waiting(event: Int, _ account: Int) -> String { id("0000a1" + digits(event, 3) + digits(account, 3)) }
    public static func order(event: Int, type: Int, buyer: Int) -> String {
        id("0000c0" + digits(event, 2) + digits(type, 1) + digits(buyer, 3))
    }
    public static func payment(event: Int, type: Int, buyer: Int) -> String {
        id("0000d0" + digits(event, 2) + digits(type, 1) + digits(buyer, 3))
    }
    public static func card(_ n: Int) -> String { id("0000cc" + digits(n, 6)) }
    public static func campaign(_ n: Int) -> String { id("0000ca" + digits(n, 6)) }
    public static func ticket(event: Int, type: Int, buyer: Int, index: Int) -> String {
        id("0000b" + digits(index, 1) + digits(event, 2) + digits(type, 1) + digits(buyer, 3))
    }
}
