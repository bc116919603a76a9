import Kernel

/// An event or appointment as a calendar file (RFC 5545): the attachment kind `ics`.
public struct CalendarEntry: Sendable {
    /// The same for all versions of one event: calendars replace the entry by it.
    public let uid: String
    public let title: String
    public let start: Timestamp
    public let end: Timestamp
    public let place: String
    public let isCancelled: Bool
    /// Grows with every change.
    public let sequence: Int
    public let stamp: Timestamp
    public init(uid: String, title: String, start: Timestamp, end: Timestamp, place: String = "", isCancelled: Bool = false, sequence: Int = 0,
        stamp: Timestamp) {
        (self.uid, self.title, self.start, self.end, self.place) = (uid, title, start, end, place)
        (self.isCancelled, self.sequence, self.stamp) = (isCancelled, sequence, stamp)
    }

    /// Reads the facts of a candidate: `event.*` or `appointment.*` with `id`, `title`, `startDate`, `endDate`. Nil when they tell no time.
    public init?(facts: [String: JSONValue], tenant: TenantID, isCancelled: Bool, stamp: Timestamp) {
        func text(_ name: String) -> String? { facts["event.\(name)"]?.string ?? facts["appointment.\(name)"]?.string }
        guard let id = text("id"), let start = text("startDate").flatMap({ Timestamp($0) }) else { return nil }
        let end = text("endDate").flatMap { Timestamp($0) } ?? start + Self.standardLength
        self.init(uid: "event-\(id)@\(tenant)", title: text("title") ?? "", start: start, end: max(end, start), place: facts["venue.place"]?.string
            ?? facts["venue.name"]?.string ?? "",
                  isCancelled: isCancelled, sequence: facts["event.version"]?.int ?? 0, stamp: stamp)
    }
    /// What an entry without an end takes.
    static let standardLength: Duration = .hours(1)

    public var attachment: Attachment {
        Attachment(filename: "invite.ics", contentType: "text/calendar; method=\(isCancelled ? "CANCEL" : "PUBLISH"); charset=utf-8", content: text)
    }

    /// Lines end with CRLF and have at most 75 bytes.
    public var text: String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Souk//Notifications//EN", "METHOD:\(isCancelled ? "CANCEL" : "PUBLISH")", "BEGIN:VEVENT",
                "UID:\(Self.escaped(uid))",
            "DTSTAMP:\(Self.time(stamp))", "DTSTART:\(Self.time(start))", "DTEND:\(Self.time(end))", "SEQUENCE:\(sequence)",
                "STATUS:\(isCancelled ? "CANCELLED" : "CONFIRMED")",
            "SUMMARY:\(Self.escaped(title))",
        ]
        let location = place.isEmpty ? [] : ["LOCATION:\(Self.escaped(place))"]
        return (head + location + ["END:VEVENT", "END:VCALENDAR"]).map(Self.folded).joined()
    }

    /// `20261126T060000Z`.
    private static func time(_ time: Timestamp) -> String { time.wholeSeconds.description.filter { $0 != "-" && $0 != ":" } }
    /// RFC 5545 §3.3.11.
    private static func escaped(_ text: String) -> String {
        SafeText.line(text).replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
    }
    /// RFC 5545 §3.1, between code points.
    private static func folded(_ line: String) -> String {
        var out = "", width = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if width + size > 75 {
                out += "\r\n "
                width = 1
            }
            out.unicodeScalars.append(scalar)
            width += size
        }
        return out + "\r\n"
    }
}
