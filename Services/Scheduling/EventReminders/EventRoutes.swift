import Kernel
import ServiceKit

/// Calendar files of events.
enum EventRoutes {
    static let all: [Route] = [
        .get("/events/{eventId}/event.ics", EventCalendarFile.self, access: .guest, plugin: EventReminders.plugin,
             summary: "The event as a calendar file (RFC 5545, text/calendar), with an alarm 2 hours before",
             example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n"),
    ]
}
