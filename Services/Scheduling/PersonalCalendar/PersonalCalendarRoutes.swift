import Kernel
import SchedulingEventReminders
import ServiceKit

/// The calendar of somebody who goes to events or organizes them, over HTTP.
enum PersonalCalendarRoutes {
    private static let plugin = EventReminders.plugin
    private static let action = "tickets"

    static let all: [Route] = [
        .get("/tickets/{ticketId}/ticket.ics", TicketCalendarFile.self, access: .user, plugin: plugin, action: action,
             summary: "The ticket's event as a calendar file (RFC 5545) with an alarm; of a ticket that died, its cancellation",
             example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n"),
        .get("/calendar/feed", PersonalFeedState.self, access: .user, plugin: plugin, action: action,
             summary: "Whether a calendar program reads along", answer: state,
             example: ["active": true, "createdAt": "2026-11-21T07:00:00Z"]),
        .command("POST", "/calendar/feed", RotatePersonalFeed.self, access: .user, plugin: plugin, action: action,
                 summary: "A new secret address for your calendar program; the old one is dead", success: 201,
                 answer: .object(["url": .string(), "createdAt": .time], required: ["url", "createdAt"]),
                 example: ["url": "https://api.example.org/calendar/feed/Xy3….ics", "createdAt": "2026-11-21T07:00:00Z"]),
        .command("DELETE", "/calendar/feed", RevokePersonalFeed.self, access: .user, plugin: plugin, action: action,
                 summary: "Ends the feed", success: 204),
        .get("/calendar/feed/{feedToken}.ics", PersonalFeedFile.self, access: .guest, plugin: plugin, atRoot: true,
             summary: "Events of its owner for a calendar program (RFC 5545, text/calendar)",
             example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n"),
        conflicts,
    ]

    private static let state = Schema.object(["active": .boolean, "createdAt": Schema.time.orNull], required: ["active", "createdAt"])

    private static let conflicts: Route = {
        var route = Route.ask(
            "/calendar/conflicts", FindCalendarConflicts.self, access: .user, plugin: plugin,
            body: .object([
                "eventId": .id, "start": .string(), "end": .string(), "excludeEventId": .id,
                "busy": .array(.object(["start": .string(), "end": .string(), "title": .string(nil, "At most 120 characters.")],
                                       required: ["start", "end"]), 0...FindCalendarConflicts.busyMax),
            ]),
            summary: "What you have at the time of an event, or between `start` and `end`; what you send as `busy` is not kept",
            answer: .object(["conflicts": .array(.object([
                "kind": .oneOf(CalendarConflict.allCases.map(\.rawValue)), "source": .oneOf("ticket", "organizer-event", "device"),
                "eventId": .id, "title": Schema.string().orNull, "start": .time, "end": .time, "overlapMinutes": .integer(),
                "gapMinutes": .integer(),
            ]))], required: ["conflicts"]),
            example: ["conflicts": [[
                "kind": "partial", "source": "ticket", "eventId": "8b2f…", "title": "Kampala Tech Summit", "start": "2026-11-26T06:00:00Z",
                "end": "2026-11-26T14:00:00Z", "overlapMinutes": 90, "gapMinutes": 0,
            ]]])
        route.action = action
        // Without the times that the gateway refused, the handler would ask for an event.
        return route.alsoCheckedByHandler(judgedBy: ["eventId": "start"])
    }()
}
