import Kernel
import ServiceKit

/// What a client does with the key they were sent: the token of a link, or the one that manages an appointment.
enum GuestRoutes {
    private typealias S = ScheduleSchemas
    private static let plugin = Scheduling.bookings
    /// Keys in addresses stay with whoever holds them: nothing is kept, told to other sites, or found by searching.
    static let privacy = ["Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"]
    private static let linkRefusals = ["404 booking-link-not-found", "410 booking-link-used", "410 booking-link-expired", "410 booking-link-revoked"]
    private static let slotRefusals = ["409 slot-taken", "409 slot-unavailable"]

    static let all: [Route] = links.map { $0.with(capability: "token", answerHeaders: privacy) }
        + appointments.map { $0.with(capability: "manageToken", answerHeaders: privacy) }

    /// Forms name types only: a link that is used says so before anything is said of the fields.
    private static let text = Schema.string(0...5000)
    private static let startsAt = Schema.object(["startsAt": text])
    private static let client: [String: Schema] = [
        "clientName": text, "clientEmail": text, "clientDni": text, "clientPhone": text, "notes": text,
        "locale": text,
    ]
    private static let links: [Route] = [
        .get("/booking/links/{token}", LinkForClient.self, access: .guest, plugin: plugin, summary: "What the link offers",
             answer: .object([
                "artistName": .string(), "tattooDescription": .string(), "durationMinutes": .integer(), "timezone": .string(), "expiresAt": .time, "location": .string(),
                "deposit": Schema.money.orNull, "document": .object(["kind": .oneOf("AR", "ES", "none"), "required": .boolean]), "minimumNoticeMinutes": .integer(),
                "cancelNoticeMinutes": .integer(), "rescheduleNoticeMinutes": .integer(), "maxReschedules": .integer(), "languages": .array(.string()),
                "photos": .array(.any),
             ]), refusals: linkRefusals,
             example: ["artistName": "Lucía Ferreyra", "tattooDescription": "Peonía en el antebrazo", "durationMinutes": 120, "deposit": nil]),
        .get("/booking/links/{token}/slots", SlotsOfLink.self, access: .guest, plugin: plugin, query: S.days, summary: "Free slots, at most 31 days",
             answer: S.slots, refusals: linkRefusals, example: S.exampleSlots),
        .command("POST", "/booking/links/{token}/holds", HoldSlot.self, access: .guest, plugin: plugin,
                 body: startsAt, summary: "Keeps a slot while the form is filled in", success: 201,
                 answer: S.hold, refusals: linkRefusals + slotRefusals, example: S.exampleHold),
        .command("DELETE", "/booking/links/{token}/holds/{holdId}", ReleaseHold.self, access: .guest, plugin: plugin, summary: "Gives the slot back", success: 204,
                 refusals: linkRefusals),
        Route.command("POST", "/booking/links/{token}/appointments", BookAppointment.self, access: .guest, plugin: plugin,
                      body: .object(S.also(client, ["holdId": text, "startsAt": text, "date": text, "startTime": text])), summary: "Books the appointment", success: 201,
                      answer: S.clientAppointment, refusals: linkRefusals + slotRefusals, example: S.exampleClientAppointment).with(sealed: ["clientDni"]),
        .command("POST", "/booking/links/{token}/waitlist", JoinWaitlist.self, access: .guest, plugin: plugin,
                 body: .object(["clientName": text, "clientEmail": text, "from": text, "to": text]),
                 summary: "Waits for a slot of these days", success: 201,
                 answer: .object(["id": .integer(), "status": .string(), "position": .integer(), "from": .date, "to": .date]),
                 refusals: linkRefusals + ["409 already-waiting", "409 waitlist-full"],
                 example: ["id": 1, "status": "waiting", "position": 1, "from": "2026-11-25", "to": "2026-12-01"]),
        .command("DELETE", "/booking/links/{token}/waitlist", LeaveWaitlist.self, access: .guest, plugin: plugin, summary: "Waits no more", success: 204,
                 refusals: linkRefusals),
    ]

    private static let manageRefusals = ["410 manage-link-expired"]
    private static let appointments: [Route] = [
        .get("/booking/appointments/{manageToken}", AppointmentForClient.self, access: .guest, plugin: plugin, summary: "Your appointment",
             answer: S.clientAppointment, refusals: manageRefusals, example: S.exampleClientAppointment),
        .get("/booking/appointments/{manageToken}/slots", SlotsForMove.self, access: .guest, plugin: plugin, query: S.days,
             summary: "Where it could move; its own time is not taken", answer: S.slots, refusals: manageRefusals, example: S.exampleSlots),
        .command("POST", "/booking/appointments/{manageToken}/cancel", CancelAsClient.self, access: .guest, plugin: plugin, body: .object(["reason": .string(0...500)]),
                 summary: "Cancels, in time", answer: S.clientAppointment, refusals: manageRefusals + ["409 notice-too-short", "409 invalid-transition"],
                 example: S.exampleClientAppointment),
        .command("POST", "/booking/appointments/{manageToken}/reschedule", RescheduleAsClient.self, access: .guest, plugin: plugin,
                 body: startsAt, summary: "Moves, in time and not too often", answer: S.clientAppointment,
                 refusals: manageRefusals + slotRefusals + ["409 notice-too-short", "409 reschedule-limit", "409 slot-unchanged", "409 invalid-transition"],
                 example: S.exampleClientAppointment),
        .get("/booking/appointments/{manageToken}/calendar.ics", AppointmentInvite.self, access: .guest, plugin: plugin,
             summary: "The appointment as a calendar file (RFC 5545, text/calendar)", refusals: manageRefusals + ["409 invalid-transition"],
             example: "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\n…\r\nEND:VCALENDAR\r\n"),
        .command("POST", "/booking/appointments/{manageToken}/erase", EraseClient.self, access: .guest, plugin: plugin, summary: "Removes your personal data",
                 success: 204, refusals: manageRefusals + ["409 invalid-transition"]),
    ]
}
