import Kernel
import SchedulingKit
import ServiceKit

/// A Self.provider's own calendar: the week, its exceptions, settings, free slots, the feed.
struct CalendarRoutes {
    let names: BookingNames
    /// Once for each plugin that mounts them, with its names.
    static let all: [Route] = BookingNames.all.flatMap { CalendarRoutes(names: $0).routes }

    private typealias S = ScheduleSchemas
    private var plugin: String { names.plugin }
    private var schemas: ScheduleSchemas { ScheduleSchemas(names: names) }
    private static let provider = Route.Access.permission(CalendarPermission.own)

    var routes: [Route] {
        week + exceptions + settings + slots + feed
    }

    private var week: [Route] {
        [
            .get("/working-hours", WorkingHoursOfProvider.self, access: Self.provider, plugin: plugin, query: schemas.ofProvider,
                 summary: "The week, all rows on one page", answer: .page(of: S.hours), example: S.examplePage(S.exampleHours),
                 isWhole: true)
                .with(orPermission: CalendarPermission.read),
            .command("PUT", "/working-hours", ReplaceWorkingHours.self, access: Self.provider, plugin: plugin,
                     body: .object(
                         ["workingHours": .array(
                             .object(S.also(S.hoursFields, ["id": .integer()]), required: ["dayOfWeek", "startTime", "endTime"]),
                             0...ReplaceWorkingHours.rowsMax)],
                         required: ["workingHours"]),
                     summary: "Replaces the whole week: known ids stay, rows without one are new, missing rows go",
                     answer: .page(of: S.hours), example: S.examplePage(S.exampleHours))
            .checkedByHandler(),
            .command("POST", "/working-hours", AddWorkingHours.self, access: Self.provider, plugin: plugin, body: S.hoursForm,
                     summary: "Adds a row to the week", success: 201,
                     answer: S.hours, refusals: ["409 working-hours-overlap"], example: S.exampleHours)
            .checkedByHandler(),
            .command("PUT", "/working-hours/{rowId}", ChangeWorkingHours.self, access: Self.provider, plugin: plugin, body: S.hoursForm,
                     summary: "Changes a row of the week",
                     answer: S.hours, refusals: ["409 working-hours-overlap"], example: S.exampleHours)
            .checkedByHandler(),
            .command("DELETE", "/working-hours/{rowId}", RemoveWorkingHours.self, access: Self.provider, plugin: plugin,
                     summary: "Removes a row of the week", success: 204),
        ]
    }

    private static let exampleOverride: JSONValue = [
        "id": 1, "startDate": "2026-12-11", "endDate": "2026-12-13", "kind": "closed", "startTime": nil, "endTime": nil,
        "reason": "Convención de tatuaje", "conflicts": [],
    ]
    private var exceptions: [Route] {
        [
            .get("/schedule-overrides", OverridesOfProvider.self, access: Self.provider, plugin: plugin,
                 query: S.also(S.paging, schemas.ofProvider, S.days),
                 summary: "Exceptions that touch the days; from today on", answer: .page(of: S.override),
                 example: S.examplePage(Self.exampleOverride))
                .with(orPermission: CalendarPermission.read),
            .command("POST", "/schedule-overrides", AddOverride.self, access: Self.provider, plugin: plugin,
                     body: .object(["kind": .string(), "startDate": .string(), "endDate": .string(), "startTime": .string(),
                                    "endTime": .string(), "reason": .string(0...5000)],
                                   required: ["kind", "startDate"]),
                     summary: "Days that differ from the week; appointments they touch are named, none is cancelled", success: 201,
                     answer: S.override, example: Self.exampleOverride)
            .checkedByHandler(),
            .command("DELETE", "/schedule-overrides/{overrideId}", RemoveOverride.self, access: Self.provider, plugin: plugin,
                     summary: "Removes an exception", success: 204),
        ]
    }

    private static let exampleSettings: JSONValue =
        .object(CalendarSettings().json.merging(["timezone": "America/Argentina/Buenos_Aires"]) { $1 })
    private var settings: [Route] {
        [
            .get("/schedule-settings", SettingsOfProvider.self, access: Self.provider, plugin: plugin, query: schemas.ofProvider,
                 summary: "How the calendar may be booked", answer: schemas.settings, example: Self.exampleSettings)
                .with(orPermission: CalendarPermission.read),
            .command("PUT", "/schedule-settings", ChangeSettings.self, access: Self.provider, plugin: plugin, body: .object([:]),
                     summary: "Changes the settings that are sent, keeps the others", answer: schemas.settings,
                     example: Self.exampleSettings),
        ]
    }

    private var slots: [Route] {
        [
            .get("/slots", FreeSlots.self, access: Self.provider, plugin: plugin, query: S.also(S.days, ["duration": .integer()]),
                 summary: "Your own free slots, at most 31 days", answer: S.slots, example: S.exampleSlots).requiring("duration"),
            .ask("/slots/preview", PreviewSlots.self, access: Self.provider, plugin: plugin,
                 body: .object([
                    "timezone": .string(1...64), "from": .string(), "to": .string(), "durationMinutes": .integer(5...720),
                    "workingHours": .array(S.hoursForm, 0...PreviewSlots.rowsMax), "slotStepMinutes": .integer(),
                    "bufferBeforeMinutes": .integer(0...240),
                    "overrides": .array(
                        .object(
                            ["startDate": .string(), "endDate": .string(), "kind": .string(), "startTime": .string(), "endTime": .string()],
                            required: ["startDate", "kind"]), 0...PreviewSlots.overridesMax),
                    "busy": .array(.object(["startsAt": .string(), "endsAt": .string()], required: ["startsAt", "endsAt"]),
                                   0...PreviewSlots.busyMax),
                    "bufferAfterMinutes": .integer(0...240), "now": .string(), "minimumNoticeMinutes": .integer(0...43_200),
                    "horizonDays": .integer(1...365),
                 ], required: ["timezone", "from", "to", "durationMinutes", "workingHours"]),
                 summary: "The slot engine over the calendar you send; nothing kept is read", answer: S.slots, example: S.exampleSlots)
            .checkedByHandler(),
        ]
    }

    private var feed: [Route] {
        [
            .get("/calendar-feed", CalendarFeedState.self, access: Self.provider, plugin: plugin,
                 summary: "Whether a calendar program reads along",
                 answer: .object(["active": .boolean, "createdAt": Schema.time.orNull], required: ["active", "createdAt"]),
                 example: ["active": true, "createdAt": "2026-11-21T07:00:00Z"]),
            .command("POST", "/calendar-feed", RotateCalendarFeed.self, access: Self.provider, plugin: plugin,
                     summary: "A new secret address for your calendar program; the old one is dead", success: 201,
                     answer: .object(["url": .string(), "createdAt": .time], required: ["url", "createdAt"]),
                     example: ["url": "https://api.example.org/api/calendar/Xy3….ics", "createdAt": "2026-11-21T07:00:00Z"]),
            .command("DELETE", "/calendar-feed", RevokeCalendarFeed.self, access: Self.provider, plugin: plugin, summary: "Ends the feed",
                     success: 204),
            .get("/calendar/{feedToken}.ics", CalendarFeedFile.self, access: .guest, plugin: plugin,
                 query: ["detail": .oneOf("full", "busy")],
                 summary: "The calendar for a calendar program (RFC 5545, text/calendar)",
                 example: "BEGIN:VCALENDAR\r\n…\r\nEND:VCALENDAR\r\n"),
        ]
    }
}

extension Route {
    /// A query parameter that must be there is a matter of the handler; here it is said.
    func requiring(_ parameter: String) -> Route {
        var route = self
        route.summary += " (`\(parameter)` is required)"
        return route
    }
}
