import Kernel
import SchedulingKit

/// Appointments as iCalendar objects (RFC 5545, methods of RFC 5546). Times are UTC: an appointment does not repeat, so
/// that is exact everywhere.
public struct AppointmentCalendarFile: Sendable {
    public enum Method: String, Sendable { case request = "REQUEST", cancel = "CANCEL", publish = "PUBLISH" }
    public let text: String

    /// What is said about the house.
    public struct Business: Sendable {
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

    /// One appointment for its customer. `times`: what the clock does not tell apart, said in words; nil: nothing.
    public init(_ appointment: Appointment, method: Method, title: String, times: String?, manageURL: String, business: Business) {
        text = ICalendarWriter { file in
            Self.writeHead(method, business, &file)
            file.component("VEVENT") { entry in
                Self.writeTimes(of: appointment, business, &entry)
                entry.property("SUMMARY", text: title)
                entry.property("DESCRIPTION", text: [appointment.description, times, manageURL].compactMap(\.self).joined(separator: "\n"))
                if !business.location.isEmpty { entry.property("LOCATION", text: business.location) }
                entry.property("ORGANIZER;CN=\(ICalendarWriter.quoted(business.organizerName))", "mailto:\(business.organizerEmail)")
                if !appointment.customer.email.isEmpty {
                    let name = ICalendarWriter.quoted(appointment.customer.name)
                    entry.property("ATTENDEE;CN=\(name);PARTSTAT=ACCEPTED;RSVP=FALSE", "mailto:\(appointment.customer.email)")
                }
                entry.property("STATUS", method == .cancel ? "CANCELLED" : "CONFIRMED")
            }
        }.text
    }

    /// What a provider's own calendar subscribes to. `busy`: what to say instead of names; nil: say them.
    public init(feed appointments: [Appointment], name: String, timezone: String, busy: String?, business: Business) {
        text = ICalendarWriter { file in
            Self.writeHead(.publish, business, &file)
            file.property("X-WR-CALNAME", text: name)
            file.property("X-WR-TIMEZONE", timezone)
            if appointments.isEmpty { file.writeUTC() }
            for appointment in appointments {
                file.component("VEVENT") { entry in
                    Self.writeTimes(of: appointment, business, &entry)
                    let line = appointment.description.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: "")
                    let description = String(String.UnicodeScalarView(line.unicodeScalars.prefix(Self.feedDescriptionMax)))
                    // An erased appointment has no description.
                    let title = [appointment.customer.firstName, description].filter { !$0.isEmpty }.joined(separator: ": ")
                    entry.property("SUMMARY", text: busy ?? title)
                    if !business.location.isEmpty, busy == nil { entry.property("LOCATION", text: business.location) }
                    entry.property("STATUS", Self.feedStatus(appointment.status))
                }
            }
        }.text
    }
    static let feedDescriptionMax = 60

    private static func feedStatus(_ status: Appointment.Status) -> String {
        switch status {
        case .pending: "TENTATIVE"
        case .confirmed, .completed, .noShow: "CONFIRMED"
        case .cancelled: "CANCELLED"
        }
    }
    private static func writeHead(_ method: Method, _ business: Business, _ file: inout ICalendarWriter) {
        file.property("VERSION", "2.0")
        file.property("PRODID", business.productId)
        file.property("CALSCALE", "GREGORIAN")
        file.property("METHOD", method.rawValue)
    }
    private static func writeTimes(of appointment: Appointment, _ business: Business, _ entry: inout ICalendarWriter) {
        entry.property("UID", "appointment-\(appointment.id)@\(business.uidHost)")
        entry.property("SEQUENCE", String(appointment.sequence))
        entry.property("DTSTAMP", appointment.updatedAt)
        entry.property("DTSTART", appointment.slot.start)
        entry.property("DTEND", appointment.slot.end)
    }
}
