import Contracts
import Kernel

/// An event as an iCalendar object (RFC 5545).
public struct CalendarFile: Sendable {
    private var lines: [String] = []

    /// `host` makes the UID unique in the world, `url` is where the event is on the web, the alarm rings this long before the start (0: none).
    public init(_ event: ScheduledEvent, host: String, url: String?, alarmMinutes: Int) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", "-//Souk//Scheduling//EN")
        add("CALSCALE", "GREGORIAN")
        add("METHOD", event.isCancelled ? "CANCEL" : "PUBLISH")
        add("BEGIN", "VEVENT")
        add("UID", "event-\(event.id)@\(host)")
        // The snapshot's time, not the reader's: the same event gives the same file.
        add("DTSTAMP", Self.utc(event.updatedAt))
        add("SEQUENCE", String(event.version))
        add("DTSTART", Self.utc(event.startDate))
        add("DTEND", Self.utc(event.endDate))
        add("SUMMARY", Self.escaped(event.title))
        let place = [event.venue.name, event.venue.address, event.venue.city].compactMap { $0 }.joined(separator: ", ")
        add("LOCATION", Self.escaped(place))
        add("GEO", "\(event.venue.latitude);\(event.venue.longitude)")
        add("DESCRIPTION", Self.escaped("By \(event.organizerName)." + (url.map { "\n\($0)" } ?? "")))
        if let url { add("URL", url) }
        add("STATUS", event.isCancelled ? "CANCELLED" : "CONFIRMED")
        if alarmMinutes > 0, !event.isCancelled {
            add("BEGIN", "VALARM")
            add("ACTION", "DISPLAY")
            add("DESCRIPTION", Self.escaped(event.title))
            add("TRIGGER", "-PT\(alarmMinutes)M")
            add("END", "VALARM")
        }
        add("END", "VEVENT")
        add("END", "VCALENDAR")
    }

    public var bytes: [UInt8] { Array((lines.joined(separator: "\r\n") + "\r\n").utf8) }

    private mutating func add(_ name: String, _ value: String) { lines.append(Self.folded("\(name):\(value)")) }

    /// §3.1: no line is longer than 75 octets; a continuation starts with a space. Characters stay whole.
    static func folded(_ line: String) -> String {
        var out = "", width = 0
        for character in line {
            let octets = String(character).utf8.count
            if width + octets > 75 {
                out += "\r\n "
                width = 1
            }
            out.append(character)
            width += octets
        }
        return out
    }
    /// §3.3.11.
    static func escaped(_ text: String) -> String {
        var out = ""
        for character in text {
            switch character {
            case "\\", ";", ",": out += "\\\(character)"
            case "\n", "\r\n": out += "\\n"
            case "\r": break
            default: out.append(character)
            }
        }
        return out
    }
    /// §3.3.5, form 2: `20261121T070000Z`.
    static func utc(_ time: Timestamp) -> String { time.wholeSeconds.description.filter { $0 != "-" && $0 != ":" } }
}
