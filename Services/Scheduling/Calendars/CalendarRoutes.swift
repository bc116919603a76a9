import Kernel
import ServiceKit

/// An artist's own calendar: the week, its exceptions, settings, free slots, the feed.
enum CalendarRoutes {
    private typealias S = ScheduleSchemas
    private static let plugin = Scheduling.bookings
    private static let artist = Route.Access.permission(CalendarPermission.own)

    static let all: [Route] = week + exceptions + settings + slots + feed

    private static let week: [Route] = [
        .get("/working-hours", WorkingHoursOfArtist.self, access: artist, plugin: plugin, query: S.ofArtist,
             summary: "The week, all rows on one page", answer: .page(of: S.hours), example: S.examplePage(S.exampleHours),
             isWhole: true)
            .with(orPermission: CalendarPermission.read),
        .command("PUT", "/working-hours", ReplaceWorkingHours.self, access: artist, plugin: plugin,
                 body: .object(["workingHours": .array(.object(S.also(S.hoursFields, ["id": .integer()]), required: ["dayOfWeek", "startTime", "endTime"]), 0...42)],
                               required: ["workingHours"]),
                 summary: "Replaces the whole week: known ids stay, rows without one are new, missing rows go", answer: .page(of: S.hours),
                 example: S.examplePage(S.exampleHours)),
        .command("POST", "/working-hours", AddWorkingHours.self, access: artist, plugin: plugin, body: S.hoursForm, summary: "Adds a row to the week", success: 201,
                 answer: S.hours, refusals: ["409 working-hours-overlap"], example: S.exampleHours),
        .command("PUT", "/working-hours/{rowId}", ChangeWorkingHours.self, access: artist, plugin: plugin, body: S.hoursForm, summary: "Changes a row of the week",
                 answer: S.hours, refusals: ["409 working-hours-overlap"], example: S.exampleHours),
        .command("DELETE", "/working-hours/{rowId}", RemoveWorkingHours.self, access: artist, plugin: plugin, summary: "Removes a row of the week", success: 204),
    ]

    private static let exampleOverride: JSONValue = [
        "id": 1, "startDate": "2026-12-11", "endDate": "2026-12-13", "kind": "closed", "startTime": nil, "endTime": nil, "reason": "Convención de tatuaje", "conflicts": [],
    ]
    private static let exceptions: [Route] = [
        .get("/schedule-overrides", OverridesOfArtist.self, access: artist, plugin: plugin, query: S.also(S.paging, S.ofArtist, S.days),
             summary: "Exceptions that touch the days; from today on", answer: .page(of: S.override), example: S.examplePage(exampleOverride))
            .with(orPermission: CalendarPermission.read),
        .command("POST", "/schedule-overrides", AddOverride.self, access: artist, plugin: plugin,
                 body: .object(["kind": .string(), "startDate": .string(), "endDate": .string(), "startTime": .string(), "endTime": .string(), "reason": .string(0...5000)],
                               required: ["kind", "startDate"]),
                 summary: "Days that differ from the week; appointments they touch are named, none is cancelled", success: 201, answer: S.override,
                 example: exampleOverride),
        .command("DELETE", "/schedule-overrides/{overrideId}", RemoveOverride.self, access: artist, plugin: plugin, summary: "Removes an exception", success: 204),
    ]

    private static let exampleSettings: JSONValue = .object(CalendarSettings().json.merging(["timezone": "America/Argentina/Buenos_Aires"]) { $1 })
    private static let settings: [Route] = [
        .get("/schedule-settings", SettingsOfArtist.self, access: artist, plugin: plugin, query: S.ofArtist, summary: "How the calendar may be booked",
             answer: S.settings, example: exampleSettings)
            .with(orPermission: CalendarPermission.read),
        .command("PUT", "/schedule-settings", ChangeSettings.self, access: artist, plugin: plugin, body: .object([:]),
                 summary: "Changes the settings that are sent, keeps the others", answer: S.settings, example: exampleSettings),
    ]

    private static let slots: [Route] = [
        .get("/slots", FreeSlots.self, access: artist, plugin: plugin, query: S.also(S.days, ["duration": .integer(5...720)]),
             summary: "Your own free slots, at most 31 days", answer: S.slots, example: S.exampleSlots).requiring("duration"),
        .ask("/slots/preview", PreviewSlots.self, access: artist, plugin: plugin,
             body: .object([
                "timezone": .string(1...64), "from": .string(), "to": .string(), "durationMinutes": .integer(5...720),
                "workingHours": .array(S.hoursForm, 0...200), "slotStepMinutes": .integer(), "bufferBeforeMinutes": .integer(0...240),
                "overrides": .array(.object(["startDate": .string(), "endDate": .string(), "kind": .string(), "startTime": .string(), "endTime": .string()],
                                            required: ["startDate", "kind"]), 0...400),
                "busy": .array(.object(["startsAt": .string(), "endsAt": .string()], required: ["startsAt", "endsAt"]), 0...2000),
                "bufferAfterMinutes": .integer(0...240), "now": .string(), "minimumNoticeMinutes": .integer(0...43_200), "horizonDays": .integer(1...365),
             ], required: ["timezone", "from", "to", "durationMinutes", "workingHours"]),
             summary: "The slot engine over the calendar you send; nothing kept is read", answer: S.slots, example: S.exampleSlots),
    ]

    private static let feed: [Route] = [
        .get("/calendar-feed", CalendarFeedState.self, access: artist, plugin: plugin, summary: "Whether a calendar program reads along",
             answer: .object(["active": .boolean, "createdAt": Schema.time.orNull], required: ["active", "createdAt"]),
             example: ["active": true, "createdAt": "2026-11-21T07:00:00Z"]),
        .command("POST", "/calendar-feed", RotateCalendarFeed.self, access: artist, plugin: plugin,
                 summary: "A new secret address for your calendar program; the old one is dead", success: 201,
                 answer: .object(["url": .string(), "createdAt": .time], required: ["url", "createdAt"]),
                 example: ["url": "https://api.example.org/api/calendar/Xy3….ics", "createdAt": "2026-11-21T07:00:00Z"]),
        .command("DELETE", "/calendar-feed", RevokeCalendarFeed.self, access: artist, plugin: plugin, summary: "Ends the feed", success: 204),
        .get("/calendar/{feedToken}.ics", CalendarFeedFile.self, access: .guest, plugin: plugin, query: ["detail": .oneOf("full", "busy")],
             summary: "The calendar for a calendar program (RFC 5545, text/calendar)", example: "BEGIN:VCALENDAR\r\n…\r\nEND:VCALENDAR\r\n"),
    ]
}

extension Route {
    /// A query parameter that must be there is a matter of the handler; here it is said.
    func requiring(_ parameter: String) -> Route {
        var route = self
        route.summary += " (`\(parameter)` is required)"
        return route
    }
}
