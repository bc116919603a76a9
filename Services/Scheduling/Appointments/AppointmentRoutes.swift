import Kernel
import SchedulingKit
import ServiceKit

/// What a provider does with links and appointments.
struct AppointmentRoutes {
    let names: BookingNames
    /// Once for each plugin that mounts them, with its names.
    static let all: [Route] = BookingNames.all.flatMap { AppointmentRoutes(names: $0).routes }

    private typealias S = ScheduleSchemas
    private var plugin: String { names.plugin }
    private var schemas: ScheduleSchemas { ScheduleSchemas(names: names) }
    private static let provider = Route.Access.permission(CalendarPermission.own)

    var routes: [Route] {
        links + reading + changing
    }

    private var links: [Route] {
        [
            .command("POST", "/booking-links", CreateBookingLink.self, access: Self.provider, plugin: plugin,
                     body: .object([
                        "description": S.text, "duration": .integer(), "expiresInDays": .integer(),
                        "deposit": .object(["amount": .integer(), "currency": S.text], required: ["amount", "currency"]),
                        "locale": S.text,
                     ], required: ["description"]),
                     summary: "Makes a link for one appointment", success: 201, answer: schemas.link, refusals: ["409 too-many-links"],
                     example: schemas.exampleLink)
            .checkedByHandler(),
            .get("/booking-links", LinksOfProvider.self, access: Self.provider, plugin: plugin,
                 query: S.also(S.paging, schemas.ofProvider, ["status": S.queryText]),
                 summary: "Your links, newest first", answer: .page(of: schemas.link), example: S.examplePage(schemas.exampleLink))
                .with(orPermission: CalendarPermission.read),
            .get("/booking-links/{linkId}", LinkDetails.self, access: Self.provider, plugin: plugin, query: schemas.ofProvider,
                 summary: "One link", answer: schemas.link, example: schemas.exampleLink)
                .with(orPermission: CalendarPermission.read),
            .command("DELETE", "/booking-links/{linkId}", RevokeBookingLink.self, access: Self.provider, plugin: plugin,
                     summary: "Takes a link back", success: 204, refusals: ["409 booking-link-used"]),
            .get("/waitlist", WaitlistOfProvider.self, access: Self.provider, plugin: plugin,
                 query: S.also(S.paging, schemas.ofProvider, ["status": S.queryText]),
                 summary: "Who waits, oldest first", answer: .page(of: schemas.waitlistEntry),
                 example: S.examplePage(["id": 1, "bookingLinkId": 12, names.providerId: 1, names.customerName: "Carla Medina",
                                         names.customerEmail: "carla.medina@example.com",
                                         "from": "2026-11-25", "to": "2026-12-01", "status": "waiting",
                                         "createdAt": "2026-11-21T07:00:00Z"]))
                .with(orPermission: CalendarPermission.read),
        ]
    }

    private var reading: [Route] {
        [
            .get("/appointments", AppointmentsOfProvider.self, access: Self.provider, plugin: plugin,
                 query: S.also(S.paging, schemas.ofProvider, S.days,
                               ["status": S.queryText, "search": .string(0...100), "updatedSince": S.queryText,
                                "group": S.queryText]),
                 summary: "Appointments; what is ahead, where nothing is asked for", answer: .page(of: .any),
                 example: S.examplePage(schemas.exampleAppointment))
                .with(orPermission: CalendarPermission.read),
            .get("/appointments/{appointmentId}", AppointmentDetails.self, access: Self.provider, plugin: plugin, query: schemas.ofProvider,
                 summary: "One appointment with its history", answer: schemas.appointment, example: schemas.exampleAppointment)
                .with(orPermission: CalendarPermission.read),
        ]
    }

    private var changing: [Route] {
        [
            Route.command("POST", "/appointments", CreateAppointment.self, access: Self.provider, plugin: plugin,
                          body: .object(S.also(S.start, S.extraFields, [
                            names.customerName: S.text, names.customerEmail: S.text, names.document: S.text,
                            names.customerPhone: S.text, names.description: S.text, "durationMinutes": .integer(),
                            "ignoreWorkingHours": .boolean, names.providerNotes: S.text,
                          ]), required: [names.customerName, names.description, "durationMinutes"]),
                          summary: "Writes an appointment in by hand", success: 201, answer: schemas.appointment,
                          refusals: ["409 slot-taken", "409 slot-unavailable"],
                          example: schemas.exampleAppointment).checkedByHandler().with(sealed: [names.document]),
            .command("PUT", "/appointments/{appointmentId}", EditAppointment.self, access: Self.provider, plugin: plugin,
                     body: .object(
                         S.also(S.extraFields,
                                [names.description: S.text, names.providerNotes: S.text, names.customerPhone: S.text])),
                     summary: "Your own remarks; nobody is told", answer: schemas.appointment, example: schemas.exampleAppointment)
            .alsoCheckedByHandler(),
            .command("POST", "/appointments/{appointmentId}/cancel", CancelAppointment.self, access: Self.provider, plugin: plugin,
                     body: .object(["reason": .string(0...500)]),
                     summary: "Cancels; no notice is needed", answer: schemas.appointment, refusals: ["409 invalid-transition"],
                     example: schemas.exampleAppointment),
            .command("POST", "/appointments/{appointmentId}/reschedule", RescheduleAppointment.self, access: Self.provider, plugin: plugin,
                     body: .object(S.also(S.start, ["ignoreWorkingHours": .boolean])), summary: "Moves; only what is taken is in the way",
                     answer: schemas.appointment,
                     refusals: ["409 slot-taken", "409 slot-unavailable", "409 slot-unchanged", "409 invalid-transition"],
                     example: schemas.exampleAppointment)
            // An instant that was refused would have stood for day and time; without a day nothing can be said of the rest.
            .alsoCheckedByHandler(judgedBy: ["date": "startsAt", "startTime": "startsAt", "startsAt": "date"]),
            .command("PUT", "/appointments/{appointmentId}/status", SetAppointmentStatus.self, access: Self.provider, plugin: plugin,
                     body: .object(["status": .string(1...20)], required: ["status"]), summary: "How it went: completed or no_show",
                     answer: schemas.appointment, refusals: ["409 invalid-transition"], example: schemas.exampleAppointment),
        ]
    }
}
