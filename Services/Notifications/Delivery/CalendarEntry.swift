import Kernel
import NotificationPolicy
import NotificationsKit

/// What takes place at a time, as a calendar file (RFC 5545): the attachment kind `ics`.
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
    public init(uid: String, title: String, start: Timestamp, end: Timestamp, place: String = "", isCancelled: Bool = false,
                sequence: Int = 0, stamp: Timestamp) {
        (self.uid, self.title, self.start, self.end, self.place) = (uid, title, start, end, place)
        (self.isCancelled, self.sequence, self.stamp) = (isCancelled, sequence, stamp)
    }

    /// Reads what takes place from the facts of a candidate. Nil if they do not name it or its start.
    package init?(_ facts: Facts, words: PolicyVocabulary, tenant: TenantID, isCancelled: Bool, stamp: Timestamp) {
        guard let occasion = words.occasion(in: facts), let id = facts["\(occasion.name).id"]?.string,
            let title = facts[occasion.title]?.string, let start = facts.time(occasion.start) else { return nil }
        self.init(uid: "\(occasion.name)-\(id)@\(tenant)", title: title, start: start,
                  end: max(facts.time(occasion.end) ?? start + Self.standardLength, start),
                  place: occasion.places.lazy.compactMap { facts[$0]?.string }.first ?? "",
                  isCancelled: isCancelled, sequence: facts["\(occasion.name).version"]?.int ?? 0, stamp: stamp)
    }
    /// What an entry without an end takes.
    static let standardLength: Duration = .hours(1)

    public var attachment: Attachment {
        let method = isCancelled ? "CANCEL" : "PUBLISH"
        return Attachment(filename: "invite.ics", contentType: "text/calendar; method=\(method); charset=utf-8", content: text)
    }

    public var text: String {
        ICalendarWriter { file in
            file.property("VERSION", "2.0")
            file.property("PRODID", "-//Souk//Notifications//EN")
            file.property("METHOD", isCancelled ? "CANCEL" : "PUBLISH")
            file.component("VEVENT") { entry in
                entry.property("UID", text: SafeText.line(uid))
                entry.property("DTSTAMP", stamp)
                entry.property("DTSTART", start)
                entry.property("DTEND", end)
                entry.property("SEQUENCE", String(sequence))
                entry.property("STATUS", isCancelled ? "CANCELLED" : "CONFIRMED")
                entry.property("SUMMARY", text: SafeText.line(title))
                if !place.isEmpty { entry.property("LOCATION", text: SafeText.line(place)) }
            }
        }.text
    }
}
