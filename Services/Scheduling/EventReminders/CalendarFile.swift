import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Events as an iCalendar object (RFC 5545).
public struct CalendarFile: Sendable {
    public let text: String
    public var bytes: [UInt8] { Array(text.utf8) }
    package static let contentType = "text/calendar; charset=utf-8"

    /// What files of an app have in common.
    public struct Facts: Sendable {
        /// Makes UIDs unique in the world.
        let host: String
        /// Where an event is on the web, with `{event.id}`.
        let eventUrl: String?
        /// How long before the start an alarm rings; 0: none does.
        let alarmMinutes: Int
        public init(host: String, eventUrl: String? = nil, alarmMinutes: Int) {
            (self.host, self.eventUrl, self.alarmMinutes) = (host, eventUrl, alarmMinutes)
        }
    }

    /// An event as it stands in somebody's calendar.
    public struct Entry: Sendable {
        package let event: ScheduledEvent
        var isCancelled: Bool
        var hasAlarm: Bool
        /// What stands above the description of the event.
        var note: String?
        /// When this state of the entry began: the same state gives the same file to every reader, at any time.
        var since: Timestamp
        public init(_ event: ScheduledEvent, isCancelled: Bool? = nil, hasAlarm: Bool, note: String? = nil, since: Timestamp? = nil) {
            (self.event, self.hasAlarm, self.note) = (event, hasAlarm, note)
            (self.isCancelled, self.since) = (isCancelled ?? event.isCancelled, max(since ?? event.updatedAt, event.updatedAt))
        }
    }

    /// A file of one entry; a calendar takes a cancelled one out.
    public init(_ entry: Entry, _ facts: Facts) {
        text = ICalendarWriter { file in
            Self.writeHead(entry.isCancelled ? "CANCEL" : "PUBLISH", &file)
            Self.write(entry, facts, &file)
        }.text
    }

    /// What a calendar program subscribes to. Entries for which there is no room in a message are left out.
    public init(feed entries: [Entry], name: String, timezone: String, _ facts: Facts) {
        text = ICalendarWriter { file in
            Self.writeHead("PUBLISH", &file)
            file.property("X-WR-CALNAME", text: name)
            file.property("X-WR-TIMEZONE", timezone)
            if entries.isEmpty { file.writeUTC() }
            for entry in entries where file.text.utf8.count < Self.feedBytesMax { Self.write(entry, facts, &file) }
        }.text
    }
    private static let feedBytesMax = 800_000

    private static func writeHead(_ method: String, _ file: inout ICalendarWriter) {
        file.property("VERSION", "2.0")
        file.property("PRODID", "-//Souk//Scheduling//EN")
        file.property("CALSCALE", "GREGORIAN")
        file.property("METHOD", method)
    }

    private static func write(_ entry: Entry, _ facts: Facts, _ file: inout ICalendarWriter) {
        let event = entry.event
        file.component("VEVENT") { out in
            out.property("UID", "event-\(event.id)@\(facts.host)")
            out.property("DTSTAMP", entry.since)
            out.property("SEQUENCE", String(event.version))
            out.property("DTSTART", event.startDate)
            out.property("DTEND", event.endDate)
            out.property("SUMMARY", text: event.title)
            out.property("LOCATION", text: [event.venue.name, event.venue.statedAddress, event.venue.city].compactMap { $0 }
                .joined(separator: ", "))
            out.property("GEO", "\(degrees(event.venue.latitude));\(degrees(event.venue.longitude))")
            let url = facts.eventUrl?.replacing("{event.id}", with: event.id.rawValue)
            // The account of an organizer may be gone.
            let byline = event.organizerName.isEmpty ? nil : "By \(event.organizerName)."
            out.property("DESCRIPTION", text: [entry.note, byline, url].compactMap { $0 }.joined(separator: "\n"))
            if let url { out.property("URL", url) }
            out.property("STATUS", entry.isCancelled ? "CANCELLED" : "CONFIRMED")
            guard entry.hasAlarm, facts.alarmMinutes > 0, !entry.isCancelled else { return }
            out.component("VALARM") { alarm in
                alarm.property("ACTION", "DISPLAY")
                alarm.property("DESCRIPTION", text: event.title)
                alarm.property("TRIGGER", "-PT\(facts.alarmMinutes)M")
            }
        }
    }

    /// Six decimals without an exponent, which a FLOAT of RFC 5545 (3.3.7) does not have.
    private static func degrees(_ value: Double) -> String {
        let millionths = Int((min(max(value, -180), 180) * 1_000_000).rounded())
        var fraction = String(millionths.magnitude % 1_000_000)
        fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
        while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
        return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(fraction)"
    }
}

extension SchedulingView {
    package var calendarFacts: CalendarFile.Facts {
        get throws {
            let settings: SchedulingSettings = try definition.settings(of: ServiceName.scheduling.rawValue)
            return CalendarFile.Facts(host: settings.appointments.uidHost ?? definition.hosts.first ?? tenant.rawValue,
                                      eventUrl: settings.eventUrl, alarmMinutes: settings.alarmMinutes)
        }
    }
}
