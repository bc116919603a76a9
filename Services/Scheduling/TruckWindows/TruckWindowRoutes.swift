import Kernel
import ServiceKit

/// Windows for customers; schedules and rosters for dispatchers.
enum TruckWindowRoutes {
    private static let plugin = TruckWindows.plugin
    private static let dispatchers = Route.Access.permission(TruckWindows.dispatch)

    private static let hours = Schema.array(.array(.string(5...5), 2...2), 0...OpenHours.perDayMax)
    private static let week = Schema.object(Dictionary(Weekday.allCases.map { ($0.rawValue, hours) }) { first, _ in first })
    private static let exception = Schema.object(
        ["date": .date, "closed": Schema.boolean.orNull, "hours": hours.orNull,
         "reason": Schema.string(AreaScheduleForm.reasonLength).orNull],
        required: ["date"])
    private static let schedule: [String: Schema] = [
        "weekly": week, "windowMinutes": .integer(AreaSchedule.windowLengths), "cutoffMinutes": .integer(AreaSchedule.cutoffs),
        "exceptions": Schema.array(exception, 0...AreaSchedule.exceptionsMax).orNull,
    ]
    private static let days: [String] = ["mon", "tue", "wed", "thu", "fri", "sat"]
    private static let exampleSchedule: JSONValue = [
        "weekly": .object(Dictionary(days.map { ($0, [["08:00", "20:00"]]) }) { first, _ in first }),
        "windowMinutes": 120, "cutoffMinutes": 60, "exceptions": [["date": "2026-11-26", "closed": true, "reason": "Thanksgiving"]],
    ]

    private static let row = Schema.object(
        ["areaId": .id, "weekdays": .array(.oneOf(Weekday.allCases.map(\.rawValue)), 1...7),
         "stopsPerWindow": .integer(TruckRoster.stops)],
        required: ["areaId", "weekdays", "stopsPerWindow"])
    private static let exampleRow: JSONValue = [
        "areaId": "0193f0a0-0000-7000-8000-000000000001", "weekdays": ["mon", "tue"], "stopsPerWindow": 4,
    ]
    private static let exampleRoster: JSONValue = [
        "data": [exampleRow], "meta": ["page": 1, "perPage": 50, "total": 1, "lastPage": 1],
    ]

    private static let window = Schema.object([
        "id": .id, "startsAt": .time, "endsAt": .time, "localStart": .string(), "localEnd": .string(), "cutoffAt": .time,
        "capacity": .integer(), "remaining": .integer(), "available": .boolean,
        "unavailableReason": Schema.oneOf("past_cutoff", "no_truck_for_fuel", "full").orNull,
    ])
    private static let windows = Schema.object([
        "serviceable": .boolean, "areaId": .id, "date": .date, "timezone": .string(),
        "asap": Schema.object(["available": .boolean, "windowId": Schema.id.orNull, "promisedBy": Schema.time.orNull]).orNull,
        "closedReason": Schema.string().orNull, "data": .array(window),
    ], required: ["serviceable", "data"])
    private static let exampleWindows: JSONValue = [
        "serviceable": true, "areaId": "0193f0a0-0000-7000-8000-000000000001", "date": "2026-11-22", "timezone": "America/New_York",
        "asap": ["available": true, "windowId": "01c8c2d0-0078-8b1f-9c55-2f6a7d3e9b04", "promisedBy": "2026-11-22T13:30:00Z"],
        "closedReason": nil,
        "data": [["id": "01c8c2d0-0078-8b1f-9c55-2f6a7d3e9b04", "startsAt": "2026-11-22T12:00:00Z", "endsAt": "2026-11-22T14:00:00Z",
                  "localStart": "07:00", "localEnd": "09:00", "cutoffAt": "2026-11-22T11:00:00Z", "capacity": 7, "remaining": 5,
                  "available": true, "unavailableReason": nil]],
    ]

    static let all: [Route] = [
        .get("/delivery-windows", WindowsOfPlace.self, access: .guest, plugin: plugin,
             query: ["lat": .number(-90...90), "lng": .number(-180...180), "fuelType": .string(1...40), "date": .date],
             summary: "The windows of one day where a place lies, for a fuel; not paged", answer: windows, example: exampleWindows)
            .requiring("lat", "lng", "fuelType"),
        .get("/service-areas/{areaId}/schedule", AreaScheduleDetails.self, access: dispatchers, plugin: plugin,
             summary: "When trucks deliver in an area", answer: .object(schedule), refusals: ["404 not-found"], example: exampleSchedule),
        .command("PUT", "/service-areas/{areaId}/schedule", SetAreaSchedule.self, access: dispatchers, plugin: plugin,
                 body: .object(schedule, required: ["weekly", "windowMinutes", "cutoffMinutes"]),
                 summary: "Say when trucks deliver in an area; weekdays left out are closed, claimed windows stay claimed",
                 answer: .object(schedule), refusals: ["404 not-found"], example: exampleSchedule)
            .checkedByHandler(),
        .get("/trucks/{truckId}/roster", TruckRosterDetails.self, access: dispatchers, plugin: plugin,
             summary: "How many stops a truck makes in each window", answer: .page(of: row), refusals: ["404 not-found"],
             example: exampleRoster, isWhole: true),
        .command("PUT", "/trucks/{truckId}/roster", SetTruckRoster.self, access: dispatchers, plugin: plugin,
                 body: .array(row, 0...TruckRoster.rowsMax),
                 summary: "Say how many stops a truck makes in each window; the body is the whole list", answer: .page(of: row),
                 refusals: ["404 not-found"], example: exampleRoster).checkedByHandler().with(listBody: "roster"),
    ]
}
