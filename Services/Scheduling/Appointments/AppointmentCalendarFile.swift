import Kernel

/// Appointments as iCalendar objects (RFC 5545, methods of RFC 5546). Times are UTC: an appointment does not repeat, so that is exact everywhere.
public struct AppointmentCalendarFile: Sendable {
    public enum Method: String, Sendable { case request = "REQUEST", cancel = "CANCEL", publish = "PUBLISH" }
    private var lines: [String] = []
    public var text: String { lines.joined(separator: "\r\n") + "\r\n" }

    /// What is said about the house.
    public struct House: Sendable {
        public let productId: String
        /// Makes UIDs unique in the world.
        public let uidHost: String
        public let organizerName: String
        public let organizerEmail: String
        public let location: String
        public init(productId: String, uidHost: String, organizerName: String, organizerEmail: String, location: String) {
            (self.productId, self.uidHost, self.organizerName) = (productId, uidHost, organizerName)
            (self.organizerEmail, self.location) = (organizerEmail, location)
        }
    }

    /// One appointment for its client.
    public init(_ appointment: Appointment, method: Method, title: String, manageURL: String, house: House) {
        begin(method, house)
        add("BEGIN", "VEVENT")
        addTimes(of: appointment, house)
        add("SUMMARY", CalendarFile.escaped(title))
        add("DESCRIPTION", CalendarFile.escaped("\(appointment.description)\n\(manageURL)"))
        if !house.location.isEmpty { add("LOCATION", CalendarFile.escaped(house.location)) }
        add("ORGANIZER;CN=\(Self.parameter(house.organizerName))", "mailto:\(house.organizerEmail)")
        if !appointment.client.email.isEmpty {
            add("ATTENDEE;CN=\(Self.parameter(appointment.client.name));PARTSTAT=ACCEPTED;RSVP=FALSE", "mailto:\(appointment.client.email)")
        }
        add("STATUS", method == .cancel ? "CANCELLED" : "CONFIRMED")
        add("END", "VEVENT")
        add("END", "VCALENDAR")
    }

    /// What an artist's own calendar subscribes to. `busy`: what to say instead of names; nil: say them.
    public init(feed appointments: [Appointment], name: String, timezone: String, busy: String?, house: House) {
        begin(.publish, house)
        add("X-WR-CALNAME", CalendarFile.escaped(name))
        add("X-WR-TIMEZONE", timezone)
        for appointment in appointments {
            add("BEGIN", "VEVENT")
            addTimes(of: appointment, house)
            let description = String(appointment.description.replacing("\n", with: " ").replacing("\r", with: "").prefix(Self.feedDescriptionMax))
            add("SUMMARY", CalendarFile.escaped(busy ?? "\(appointment.client.firstName): \(description)"))
            if !house.location.isEmpty, busy == nil { add("LOCATION", CalendarFile.escaped(house.location)) }
            add("STATUS", Self.feedStatus(appointment.status))
            add("END", "VEVENT")
        }
        add("END", "VCALENDAR")
    }
    static let feedDescriptionMax = 60

    private static func feedStatus(_ status: Appointment.Status) -> String {
        switch status {
        case .pending: "TENTATIVE"
        case .confirmed, .completed, .noShow: "CONFIRMED"
        case .cancelled: "CANCELLED"
        }
    }

    private mutating func begin(_ method: Method, _ house: House) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", house.productId)
        add("CALSCALE", "GREGORIAN")
        add("METHOD", method.rawValue)
    }
    private mutating func addTimes(of appointment: Appointment, _ house: House) {
        add("UID", "appointment-\(appointment.id)@\(house.uidHost)")
        add("SEQUENCE", String(appointment.sequence))
        add("DTSTAMP", CalendarFile.utc(appointment.updatedAt))
        add("DTSTART", CalendarFile.utc(appointment.slot.start))
        add("DTEND", CalendarFile.utc(appointment.slot.end))
    }
    private mutating func add(_ name: String, _ value: String) { lines.append(CalendarFile.folded("\(name):\(value)")) }

    /// §3.2: in quotes, which a value cannot hold.
    private static func parameter(_ text: String) -> String {
        "\"\(text.unicodeScalars.filter { $0.value >= 32 && $0 != "\"" }.map { String(Character($0)) }.joined())\""
    }
}
