import Contracts
import Kernel

/// An event as an iCalendar object (RFC 5545).
public struct CalendarFile: Sendable {
    public let text: String
    public var bytes: [UInt8] { Array(text.utf8) }

    /// `host` makes the UID unique in the world, `url` is where the event is on the web, the alarm rings this long
    /// before the start (0: none).
    public init(_ event: ScheduledEvent, host: String, url: String?, alarmMinutes: Int) {
        text = ICalendarWriter { file in
            file.property("VERSION", "2.0")
            file.property("PRODID", "-//Souk//Scheduling//EN")
            file.property("CALSCALE", "GREGORIAN")
            file.property("METHOD", event.isCancelled ? "CANCEL" : "PUBLISH")
            file.component("VEVENT") { entry in
                entry.property("UID", "event-\(event.id)@\(host)")
                // The snapshot's time, not the reader's: the same event gives the same file.
                entry.property("DTSTAMP", event.updatedAt)
                entry.property("SEQUENCE", String(event.version))
                entry.property("DTSTART", event.startDate)
                entry.property("DTEND", event.endDate)
                entry.property("SUMMARY", text: event.title)
                let place = [event.venue.name, event.venue.address, event.venue.city].compactMap { $0 }.joined(separator: ", ")
                entry.property("LOCATION", text: place)
                entry.property("GEO", "\(event.venue.latitude);\(event.venue.longitude)")
                entry.property("DESCRIPTION", text: "By \(event.organizerName)." + (url.map { "\n\($0)" } ?? ""))
                if let url { entry.property("URL", url) }
                entry.property("STATUS", event.isCancelled ? "CANCELLED" : "CONFIRMED")
                guard alarmMinutes > 0, !event.isCancelled else { return }
                entry.component("VALARM") { alarm in
                    alarm.property("ACTION", "DISPLAY")
                    alarm.property("DESCRIPTION", text: event.title)
                    alarm.property("TRIGGER", "-PT\(alarmMinutes)M")
                }
            }
        }.text
    }
}
