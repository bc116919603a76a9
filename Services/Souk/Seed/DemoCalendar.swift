import Contracts
import Kernel
import ServiceKit

/// One calendar of `calendars.yml` with its appointments and links.
///
/// Days are told as people plan them: `open+0` is the first open day at least two days ahead, `open+1` the next,
/// `open-1` the last one that is over; `d+20` counts from the day of seeding, `sunday 2` is the second Sunday after it.
struct DemoCalendar: Sendable {
    let owner: Int
    let timezone: String
    let settings: [String: JSONValue]
    let hours: [ImportCalendar.Hours]
    let exceptions: [ImportCalendar.Exception]
    let appointments: [Appointment]
    let links: [Link]
    let seededAt: Timestamp

    struct Appointment: Sendable {
        let n: Int
        let customer, email, document, phone, description: String
        let startsAt: Timestamp
        let minutes: Int
        let status: String
        let cancelledBy: String?
    }
    struct Link: Sendable {
        let n: Int
        let description: String
        let minutes: Int
        let deposit: Int?
        let isRevoked: Bool
    }
    /// Links of the demo stay usable for a while.
    private static let linkDays = 60

    func messages(of provider: User.ID, name: String, seal: (String) throws -> SealedValue) throws -> [(String, any Message)] {
        var out: [(String, any Message)] = [
            ("calendar/\(owner)", ImportCalendar(providerId: provider, name: name, timezone: timezone, settings: settings, hours: hours,
                                                 exceptions: exceptions)),
        ]
        for item in appointments {
            let created = min(item.startsAt, seededAt) - .days(7)
            let message = ImportAppointment(id: item.n, providerId: provider, customerName: item.customer, customerEmail: item.email,
                                            customerDocument: item.document.isEmpty ? nil : try seal(item.document),
                                            customerPhone: item.phone,
                                            description: item.description, startsAt: item.startsAt, durationMinutes: item.minutes,
                                            status: item.status, cancelledBy: item.cancelledBy, createdAt: created.wholeSeconds)
            out.append(("appointment/\(item.n)", message))
        }
        for link in links {
            let message = ImportBookingLink(id: link.n, providerId: provider, description: link.description, durationMinutes: link.minutes,
                                            depositAmount: link.deposit,
                                            expiresAt: (seededAt + .days(Self.linkDays)).wholeSeconds, isRevoked: link.isRevoked)
            out.append(("booking-link/\(link.n)", message))
        }
        return out
    }

    // MARK: - Reading

    static func read(_ file: YAMLFile, _ time: DemoTime) throws -> [DemoCalendar] {
        let form = YAMLForm(file: file.path)
        form.allow(["calendars"], in: file.root, what: "calendars.yml")
        let calendars = form.list("calendars", in: file.root).map { calendar($0, form, time) }
        try form.check()
        return calendars
    }

    private static func calendar(_ value: YAMLFile.Value, _ form: YAMLForm, _ time: DemoTime) -> DemoCalendar {
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
            return DemoCalendar(owner: 0, timezone: timezone, settings: [:], hours: [], exceptions: [], appointments: [], links: [],
                                seededAt: time.seededAt)
        }
        let days = DemoDays(today: zone.local(time.seededAt).date, openDays: Set(hours.filter(\.isActive).map(\.dayOfWeek)))
        let exceptions = form.list("exceptions", in: value).compactMap { exception($0, form, days) }
        let appointments = form.list("appointments", in: value).compactMap { appointment($0, form, days, zone) }
        let links = form.list("links", in: value).map { link -> Link in
            form.allow(["n", "description", "minutes", "deposit", "revoked"], in: link, what: "a link")
            return Link(n: form.number("n", in: link), description: form.text("description", in: link),
                        minutes: form.number("minutes", in: link),
                        deposit: link["deposit"] == nil ? nil : form.number("deposit", in: link),
                        isRevoked: form.flag("revoked", in: link, default: false))
        }
        return DemoCalendar(owner: form.number("owner", in: value), timezone: timezone, settings: value["settings"]?.json.object ?? [:],
                            hours: hours, exceptions: exceptions, appointments: appointments, links: links, seededAt: time.seededAt)
    }

    private static func exception(_ value: YAMLFile.Value, _ form: YAMLForm, _ days: DemoDays) -> ImportCalendar.Exception? {
        form.allow(["kind", "from", "to", "start", "end", "reason"], in: value, what: "an exception")
        let from = form.text("from", in: value), to = form.text("to", in: value, default: from)
        guard let first = days(from), let last = days(to) else {
            form.fail(value.line, "'\(from)' or '\(to)' is no day (d+20, sunday 2, open+1)")
            return nil
        }
        return ImportCalendar.Exception(kind: form.text("kind", in: value), startDate: first, endDate: last,
                                        startTime: form.optionalText("start", in: value),
                                        endTime: form.optionalText("end", in: value), reason: form.text("reason", in: value, default: ""))
    }

    private static func appointment(_ value: YAMLFile.Value, _ form: YAMLForm, _ days: DemoDays, _ zone: TimeZoneRules) -> Appointment? {
        form.allow(["n", "customer", "email", "document", "phone", "description", "day", "time", "minutes", "status", "by"], in: value,
                   what: "an appointment")
        let clock = form.text("time", in: value).split(separator: ":").compactMap { Int($0) }
        guard let day = days(form.text("day", in: value)), clock.count == 2 else {
            form.fail(value.line, "'day' is no day (d+20, sunday 2, open+1) or 'time' no time (HH:mm)")
            return nil
        }
        return Appointment(
            n: form.number("n", in: value), customer: form.text("customer", in: value), email: form.text("email", in: value),
            document: form.text("document", in: value),
            phone: form.text("phone", in: value, default: ""), description: form.text("description", in: value),
            startsAt: zone.instant(of: day, secondOfDay: clock[0] * 3600 + clock[1] * 60), minutes: form.number("minutes", in: value),
            status: form.text("status", in: value, default: "confirmed"), cancelledBy: form.optionalText("by", in: value))
    }
}

/// Days relative to the day of seeding.
struct DemoDays {
    let today: CalendarDate
    /// 0 is Sunday.
    let openDays: Set<Int>
    private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let daysAhead = 2

    /// Nil when the text is no such day.
    func callAsFunction(_ text: String) -> CalendarDate? {
        if text.hasPrefix("d"), let days = Int(text.dropFirst()) { return today.adding(days: days) }
        if text.hasPrefix("open"), let place = Int(text.dropFirst(4)), !openDays.isEmpty {
            // `open-1` is the last open day before today.
            return place >= 0 ? open(place, from: today.adding(days: Self.daysAhead), step: 1)
                : open(-place - 1, from: today.adding(days: -1), step: -1)
        }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let weekday = Self.names.firstIndex(of: String(parts[0])), let week = Int(parts[1]), week > 0 else {
            return nil
        }
        let ahead = (weekday - today.weekday % 7 + 6) % 7 + 1
        return today.adding(days: ahead + 7 * (week - 1))
    }
    private func open(_ place: Int, from first: CalendarDate, step: Int) -> CalendarDate {
        var day = first, left = place
        while true {
            if openDays.contains(day.weekday % 7) {
                if left == 0 { return day }
                left -= 1
            }
            day = day.adding(days: step)
        }
    }
}
