import Kernel
import ServiceKit

/// What an artist does with links and appointments.
enum AppointmentRoutes {
    private typealias S = ScheduleSchemas
    private static let plugin = Scheduling.bookings
    private static let artist = Route.Access.permission(CalendarPermission.own)

    static let all: [Route] = links + reading + changing

    /// Forms name types only: the handler says everything that is wrong, not half of it.
    private static let text = Schema.string(0...5000)
    private static let links: [Route] = [
        .command("POST", "/booking-links", CreateBookingLink.self, access: artist, plugin: plugin,
                 body: .object([
                    "description": text, "duration": .integer(), "expiresInDays": .integer(),
                    "deposit": .object(["amount": .integer(), "currency": text], required: ["amount", "currency"]), "locale": text,
                 ], required: ["description"]),
                 summary: "Makes a link for one appointment", success: 201, answer: S.link, refusals: ["409 too-many-links"], example: S.exampleLink),
        .get("/booking-links", LinksOfArtist.self, access: artist, plugin: plugin, query: S.also(S.paging, S.ofArtist, ["status": .string(1...20)]),
             summary: "Your links, newest first", answer: .page(of: S.link), example: S.examplePage(S.exampleLink))
            .with(orPermission: CalendarPermission.read),
        .get("/booking-links/{linkId}", LinkDetails.self, access: artist, plugin: plugin, query: S.ofArtist, summary: "One link", answer: S.link, example: S.exampleLink)
            .with(orPermission: CalendarPermission.read),
        .command("DELETE", "/booking-links/{linkId}", RevokeBookingLink.self, access: artist, plugin: plugin, summary: "Takes a link back", success: 204,
                 refusals: ["409 booking-link-used"]),
        .get("/waitlist", WaitlistOfArtist.self, access: artist, plugin: plugin, query: S.also(S.paging, S.ofArtist, ["status": .string(1...20)]),
             summary: "Who waits, oldest first", answer: .page(of: S.waitlistEntry),
             example: S.examplePage(["id": 1, "bookingLinkId": 12, "artistId": 1, "clientName": "Carla Medina", "clientEmail": "carla.medina@example.com",
                                     "from": "2026-11-25", "to": "2026-12-01", "status": "waiting", "createdAt": "2026-11-21T07:00:00Z"]))
            .with(orPermission: CalendarPermission.read),
    ]

    private static let reading: [Route] = [
        .get("/appointments", AppointmentsOfArtist.self, access: artist, plugin: plugin,
             query: S.also(S.paging, S.ofArtist, S.days, ["status": .string(1...80), "search": .string(0...100), "updatedSince": .string(1...40), "group": .string(1...10)]),
             summary: "Appointments; what is ahead, where nothing is asked for", answer: .page(of: .any), example: S.examplePage(S.exampleAppointment))
            .with(orPermission: CalendarPermission.read),
        .get("/appointments/{appointmentId}", AppointmentDetails.self, access: artist, plugin: plugin, query: S.ofArtist, summary: "One appointment with its history",
             answer: S.appointment, example: S.exampleAppointment)
            .with(orPermission: CalendarPermission.read),
    ]

    private static let changing: [Route] = [
        Route.command("POST", "/appointments", CreateAppointment.self, access: artist, plugin: plugin,
                      body: .object(S.also(S.start, [
                        "clientName": text, "clientEmail": text, "clientDni": text, "clientPhone": text, "tattooDescription": text, "durationMinutes": .integer(),
                        "ignoreWorkingHours": .boolean, "artistNotes": text,
                      ]), required: ["clientName", "tattooDescription", "durationMinutes"]),
                      summary: "Writes an appointment in by hand", success: 201, answer: S.appointment, refusals: ["409 slot-taken", "409 slot-unavailable"],
                      example: S.exampleAppointment).with(sealed: ["clientDni"]),
        .command("PUT", "/appointments/{appointmentId}", EditAppointment.self, access: artist, plugin: plugin,
                 body: .object(["tattooDescription": text, "artistNotes": text, "clientPhone": text]),
                 summary: "Your own remarks; nobody is told", answer: S.appointment, example: S.exampleAppointment),
        .command("POST", "/appointments/{appointmentId}/cancel", CancelAppointment.self, access: artist, plugin: plugin, body: .object(["reason": .string(0...500)]),
                 summary: "Cancels; no notice is needed", answer: S.appointment, refusals: ["409 invalid-transition"], example: S.exampleAppointment),
        .command("POST", "/appointments/{appointmentId}/reschedule", RescheduleAppointment.self, access: artist, plugin: plugin,
                 body: .object(S.also(S.start, ["ignoreWorkingHours": .boolean])), summary: "Moves; only what is taken is in the way", answer: S.appointment,
                 refusals: ["409 slot-taken", "409 slot-unavailable", "409 slot-unchanged", "409 invalid-transition"], example: S.exampleAppointment),
        .command("PUT", "/appointments/{appointmentId}/status", SetAppointmentStatus.self, access: artist, plugin: plugin,
                 body: .object(["status": .string(1...20)], required: ["status"]), summary: "How it went: completed or no_show", answer: S.appointment,
                 refusals: ["409 invalid-transition"], example: S.exampleAppointment),
    ]
}
