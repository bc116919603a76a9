import Contracts
import Kernel
import ServiceKit

/// `calendars.yml`: calendars with their appointments and booking links.
///
/// Days are written as people plan them: `open+0` is the first open day at least two days ahead, `open+1` the next,
/// `open-1` the last one that is over; `d+20` counts from the day of seeding, `sunday 2` is the second Sunday after it.
public struct DemoCalendars: DemoReader {
    public static let file = "calendars.yml"
    public static let keys = ["calendars"]

    struct Calendar {
        let owner: Int
        let timezone: String
        let settings: [String: JSONValue]
        let hours: [ImportCalendar.Hours]
        let exceptions: [ImportCalendar.Exception]
        let appointments: [Appointment]
        let links: [Link]
    }
    struct Appointment {
        let n: Int
        let customer, email, document, phone, description: String
        let startsAt: Timestamp
        let minutes: Int
        let status: String
        let cancelledBy: String?
    }
    struct Link {
        let n: Int
        let description: String
        let minutes: Int
        let deposit: Int?
        let isRevoked: Bool
    }
    let calendars: [Calendar]

    public init(_ form: DemoForm) {
        calendars = form.list("calendars", in: form.root).compactMap { Self.calendar($0, form) }
    }

    private static func calendar(_ value: YAMLFile.Value, _ form: DemoForm) -> Calendar? {
        form.allow(["owner", "timezone", "settings", "hours", "exceptions", "appointments", "links"], in: value, what: "a calendar")
        let timezone = form.text("timezone", in: value)
        let hours = form.list("hours", in: value).flatMap { row -> [ImportCalendar.Hours] in
            form.allow(["days", "start", "end", "active"], in: row, what: "hours")
            return form.numbers("days", in: row).map {
                ImportCalendar.Hours(dayOfWeek: $0, startTime: form.text("start", in: row), endTime: form.text("end", in: row),
                                     isActive: form.flag("active", in: row, default: true))
            }
        }
        guard let zone = try? TimeZoneRules.named(timezone) else {
            form.fail(value.line(of: "timezone"), "unknown time zone '\(timezone)'")
            return nil
        }
        let days = DemoDays(today: zone.local(form.time.seededAt).date, openDays: Set(hours.filter(\.isActive).map(\.dayOfWeek)))
        let exceptions = form.list("exceptions", in: value).compactMap { exception($0, form, days) }
        let appointments = form.list("appointments", in: value).compactMap { appointment($0, form, days, zone) }
        let links = form.list("links", in: value).map { link -> Link in
            form.allow(["n", "description", "minutes", "deposit", "revoked"], in: link, what: "a link")
            return Link(n: form.number("n", in: link), description: form.text("description", in: link),
                        minutes: form.number("minutes", in: link),
                        deposit: form.optionalNumber("deposit", in: link),
                        isRevoked: form.flag("revoked", in: link, default: false))
        }
        return Calendar(owner: form.reference("owner", to: .account, in: value), timezone: timezone,
                        settings: value["settings"]?.json.object ?? [:], hours: hours, exceptions: exceptions, appointments: appointments,
                        links: links)
    }

    private static func exception(_ value: YAMLFile.Value, _ form: DemoForm, _ days: DemoDays) -> ImportCalendar.Exception? {
        form.allow(["kind", "from", "to", "start", "end", "reason"], in: value, what: "an exception")
        let from = form.text("from", in: value), to = form.text("to", in: value, default: from)
        guard let first = days(from), let last = days(to) else {
            form.fail(value.line, "'\(from)' or '\(to)' is not a day (d+20, sunday 2, open+1)")
            return nil
        }
        return ImportCalendar.Exception(kind: form.text("kind", in: value), startDate: first, endDate: last,
                                        startTime: form.optionalText("start", in: value),
                                        endTime: form.optionalText("end", in: value), reason: form.text("reason", in: value, default: ""))
    }

    private static func appointment(_ value: YAMLFile.Value, _ form: DemoForm, _ days: DemoDays, _ zone: TimeZoneRules) -> Appointment? {
        form.allow(["n", "customer", "email", "document", "phone", "description", "day", "time", "minutes", "status", "by"], in: value,
                   what: "an appointment")
        let clock = form.text("time", in: value).split(separator: ":").compactMap { Int($0) }
        guard let day = days(form.text("day", in: value)), clock.count == 2 else {
            form.fail(value.line, "'day' is not a day (d+20, sunday 2, open+1) or 'time' not a time (HH:mm)")
            return nil
        }
        return Appointment(
            n: form.number("n", in: value), customer: form.text("customer", in: value), email: form.text("email", in: value),
            document: form.text("document", in: value),
            phone: form.text("phone", in: value, default: ""), description: form.text("description", in: value),
            startsAt: zone.instant(of: day, secondOfDay: clock[0] * 3600 + clock[1] * 60), minutes: form.number("minutes", in: value),
            status: form.text("status", in: value, default: "confirmed"), cancelledBy: form.optionalText("by", in: value))
    }

    // MARK: - Messages

    public func messages(in content: DemoContent) throws -> [DemoMessage] { try calendars.flatMap { try $0.messages(in: content) } }
}

extension DemoCalendars.Calendar {
    /// Links of the demo stay usable for a while.
    private static let linkDays = 60

    fileprivate func messages(in content: DemoContent) throws -> [DemoMessage] {
        let provider = content.user(owner), seededAt = content.time.seededAt
        var out = [
            DemoMessage("calendar/\(owner)", .offers, ImportCalendar(
                providerId: provider, name: content.name(of: owner), timezone: timezone, settings: settings, hours: hours,
                exceptions: exceptions)),
        ]
        for item in appointments {
            let created = min(item.startsAt, seededAt) - .days(7)
            let message = ImportAppointment(id: item.n, providerId: provider, customerName: item.customer, customerEmail: item.email,
                                            customerDocument: item.document.isEmpty
                                                ? nil : try content.sealed(item.document, for: "scheduling"),
                                            customerPhone: item.phone, description: item.description, startsAt: item.startsAt,
                                            durationMinutes: item.minutes, status: item.status, cancelledBy: item.cancelledBy,
                                            createdAt: created.wholeSeconds)
            out.append(DemoMessage("appointment/\(item.n)", .offers, message))
        }
        for link in links {
            let message = ImportBookingLink(id: link.n, providerId: provider, description: link.description, durationMinutes: link.minutes,
                                            depositAmount: link.deposit,
                                            expiresAt: (seededAt + .days(Self.linkDays)).wholeSeconds, isRevoked: link.isRevoked)
            out.append(DemoMessage("booking-link/\(link.n)", .offers, message))
        }
        return out
    }
}
