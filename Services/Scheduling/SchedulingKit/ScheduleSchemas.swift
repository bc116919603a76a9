import Kernel
import ServiceKit

/// Shapes of what travels over HTTP, and an example of each. Some have fields that apps name differently.
package struct ScheduleSchemas {
    let names: BookingNames
    package init(names: BookingNames) { self.names = names }

    /// Forms and lists name types only: the handler says everything that is wrong, not half of it.
    package static let text = Schema.string(0...5000)
    /// The same in a query, whose line has a limit.
    package static let queryText = Schema.string(0...80)
    package static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    /// Which calendar a studio reads.
    package var ofProvider: [String: Schema] { [names.providerId: .string(1...64, "Whose calendar, for who reads all.")] }
    /// What only one app asks; its tenant file declares the members.
    package static let extraFields: [String: Schema] =
        [ExtraField.member: Schema(["type": "object", "description": "What this app asks besides, by name."])]
    package static let days: [String: Schema] = ["from": .string(0...80, "YYYY-MM-DD"), "to": .string(0...80, "YYYY-MM-DD")]
    package static let clock = Schema.string(1...5, "HH:mm")
    package static let start: [String: Schema] = ["startsAt": .string(1...40, "RFC 3339"), "date": .string(1...10, "YYYY-MM-DD"),
                                                  "startTime": clock]

    package static func also(_ parts: [String: Schema]...) -> [String: Schema] { parts.reduce([:]) { $0.merging($1) { $1 } } }

    package static let hours =
        Schema.object(["id": .integer(), "dayOfWeek": .integer(0...6), "startTime": clock, "endTime": clock, "isActive": .boolean],
                      required: ["id", "dayOfWeek", "startTime", "endTime", "isActive"])
    package static let hoursForm = Schema.object(hoursFields, required: ["dayOfWeek", "startTime", "endTime"])
    package static let hoursFields: [String: Schema] = ["dayOfWeek": .integer(0...6), "startTime": .string(), "endTime": .string(),
                                                        "isActive": .boolean]
    package static let override = Schema.object([
        "id": .integer(), "startDate": .date, "endDate": .date, "kind": .oneOf("closed", "blocked", "extra"), "startTime": clock.orNull,
        "endTime": clock.orNull, "reason": .string(), "conflicts": .array(.integer()),
    ], required: ["id", "startDate", "endDate", "kind", "startTime", "endTime", "reason", "conflicts"])
    package var settings: Schema {
        Schema.object([
            "timezone": .string(), "slotStepMinutes": .integer(), "bufferBeforeMinutes": .integer(), "bufferAfterMinutes": .integer(),
            "minimumNoticeMinutes": .integer(), "horizonDays": .integer(), "cancelNoticeMinutes": .integer(),
            "rescheduleNoticeMinutes": .integer(),
            "reminderMinutes": .array(.integer()), "maxReschedules": .integer(), "holdMinutes": .integer(), "depositMinutes": .integer(),
            "waitlistOfferMinutes": .integer(), "linkDays": .integer(),
            names.setting(CalendarSettings.documentName): .oneOf("AR", "ES", "none"), "location": .string(),
        ])
    }
    package var link: Schema {
        Schema.object([
            "id": .integer(), "token": .string(), "bookingUrl": .string(), "expiresAt": .time, names.description: .string(),
            "durationMinutes": .integer(),
            "status": .oneOf("active", "used", "expired", "revoked"), "createdAt": .time, names.providerId: .any,
            "appointmentId": Schema.integer().orNull, "deposit": Schema.money.orNull, "photos": .array(.any),
        ], required: ["id", "token", "bookingUrl", "expiresAt", names.description, "durationMinutes", "status", "createdAt",
                      names.providerId])
    }
    static let slot =
        Schema.object(["startsAt": .time, "endsAt": .time, "startTime": Self.clock, "endTime": Self.clock, "utcOffset": .string()],
                      required: ["startsAt", "endsAt", "startTime", "endTime", "utcOffset"])
    package static let slots = Schema.object([
        "data": .array(.object(["date": .date, "slots": .array(slot)], required: ["date", "slots"])),
        "meta": .object(["timezone": .string(), "from": .date, "to": .date, "durationMinutes": .integer()]),
    ], required: ["data", "meta"])
    package static let hold =
        Schema.object(["id": .id, "startsAt": .time, "endsAt": .time, "startTime": Self.clock, "endTime": Self.clock, "expiresAt": .time],
                      required: ["id", "startsAt", "endsAt", "startTime", "endTime", "expiresAt"])
    private var times: [String: Schema] {
        [
            "id": .integer(), names.customerName: .string(), names.customerEmail: .string(), names.document: .string(),
            names.description: .string(), "appointmentDate": .date,
            "startTime": Self.clock, "endTime": Self.clock, "durationMinutes": .integer(), "startsAt": .time, "endsAt": .time,
            "timezone": .string(),
            "status": .oneOf("pending", "confirmed", "completed", "cancelled", "no_show"), "sequence": .integer(),
            "cancellableUntil": .time, "reschedulableUntil": .time, "deposit": Schema.object([:]).orNull, "photos": .array(.any),
        ]
    }
    package var appointment: Schema {
        Schema.object(Self.also(times, [
            names.customerPhone: .string(), "createdAt": .time, "updatedAt": .time, names.providerId: .any,
            "bookingLinkId": Schema.integer().orNull,
            "source": .oneOf("link", "waitlist", names.provider), "rescheduleCount": .integer(), "cancelledBy": Schema.string().orNull,
            "cancelReason": Schema.string().orNull, names.providerNotes: .string(), "history": .array(.any),
        ]), required: ["id", names.customerName, names.customerEmail, names.description, "appointmentDate", "startTime", "endTime",
                       "durationMinutes", "status", "startsAt", "endsAt"])
    }
    package var customerAppointment: Schema {
        Schema.object(Self.also(times, [
            names.providerName: .string(), "location": .string(), "reschedulesLeft": .integer(), "manageToken": .string(),
            "manageUrl": .string(), "icsUrl": .string(),
        ]), required: ["id", "status", names.providerName, names.customerName, "startsAt", "endsAt", "manageToken", "manageUrl", "icsUrl"])
    }
    package var waitlistEntry: Schema {
        Schema.object([
            "id": .integer(), "bookingLinkId": .integer(), names.providerId: .any, names.customerName: .string(),
            names.customerEmail: .string(), "from": .date, "to": .date,
            "status": .oneOf("waiting", "offered", "booked", "missed", "left", "ended"), "createdAt": .time,
        ])
    }

    package static let exampleHours: JSONValue = ["id": 1, "dayOfWeek": 2, "startTime": "10:00", "endTime": "13:00", "isActive": true]
    package static let exampleSlots: JSONValue = [
        "data": [
            ["date": "2026-11-25",
             "slots": [["startsAt": "2026-11-25T13:00:00Z", "endsAt": "2026-11-25T15:00:00Z", "startTime": "10:00", "endTime": "12:00",
                        "utcOffset": "-03:00"]]]],
        "meta": ["timezone": "America/Argentina/Buenos_Aires", "from": "2026-11-25", "to": "2026-11-25", "durationMinutes": 120],
    ]
    package var exampleLink: JSONValue {
        [
            "id": 12, "token": "pV3…", "bookingUrl": "https://api.example.org/book/pV3…", "expiresAt": "2026-11-28T07:00:00Z",
            names.description: "Peonía en el antebrazo",
            "durationMinutes": 120, "status": "active", "createdAt": "2026-11-21T07:00:00Z", names.providerId: 1, "appointmentId": nil,
            "deposit": nil, "photos": [],
        ]
    }
    package static let exampleHold: JSONValue = ["id": "5a0c…", "startsAt": "2026-11-25T13:00:00Z", "endsAt": "2026-11-25T15:00:00Z",
                                                 "startTime": "10:00", "endTime": "12:00", "expiresAt": "2026-11-21T07:10:00Z"]
    private var exampleTimes: [String: JSONValue] {
        [
            "id": 31, names.customerName: "Carla Medina", names.customerEmail: "carla.medina@example.com",
            names.description: "Peonía en el antebrazo", "status": "confirmed",
            "appointmentDate": "2026-11-25", "startTime": "10:00", "endTime": "12:00", "durationMinutes": 120,
            "startsAt": "2026-11-25T13:00:00Z",
            "endsAt": "2026-11-25T15:00:00Z", "timezone": "America/Argentina/Buenos_Aires", "sequence": 0,
            "cancellableUntil": "2026-11-23T13:00:00Z", "reschedulableUntil": "2026-11-23T13:00:00Z", "deposit": nil, "photos": [],
        ]
    }
    package var exampleAppointment: JSONValue {
        .object(exampleTimes.merging([
            names.document: "32456789", names.customerPhone: "+5491155501234", "createdAt": "2026-11-21T07:00:00Z",
            "updatedAt": "2026-11-21T07:00:00Z", names.providerId: 1,
            "bookingLinkId": 12, "source": "link", "rescheduleCount": 0, "cancelledBy": nil, "cancelReason": nil, names.providerNotes: "",
        ]) { $1 })
    }
    package var exampleCustomerAppointment: JSONValue {
        .object(exampleTimes.merging([
            names.document: "*****789", names.providerName: "Lucía Ferreyra", "location": "Gurruchaga 1450", "reschedulesLeft": 2,
            "manageToken": "kQ9…",
            "manageUrl": "https://api.example.org/appointment/kQ9…",
            "icsUrl": "https://api.example.org/api/booking/appointments/kQ9…/calendar.ics",
        ]) { $1 })
    }
    package static func examplePage(_ item: JSONValue) -> JSONValue {
        ["data": [item], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]
    }
}
