import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// What a customer does with the key they were sent: the token of a link, or the one that manages an appointment.
struct GuestRoutes {
    let names: BookingNames
    /// Once for each plugin that mounts them, with its names.
    static let all: [Route] = BookingNames.all.flatMap { GuestRoutes(names: $0).routes }

    private typealias S = ScheduleSchemas
    private var plugin: String { names.plugin }
    private var schemas: ScheduleSchemas { ScheduleSchemas(names: names) }
    /// Keys in addresses stay with whoever holds them: nothing is kept, told to other sites, or found by searching.
    static let privacy = ["Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"]
    private static let linkRefusals = ["404 booking-link-not-found", "410 booking-link-used", "410 booking-link-expired",
                                       "410 booking-link-revoked"]
    private static let slotRefusals = ["409 slot-taken", "409 slot-unavailable"]

    var routes: [Route] {
        links.map { $0.with(capability: "token", answerHeaders: Self.privacy) }
            + appointments.map { $0.with(capability: "manageToken", answerHeaders: Self.privacy) }
    }

    /// The handlers of a link's forms check their fields: a link that is used says so before anything is said of them.
    private static let text = Schema.string(0...5000)
    private static let days = ["from": Schema.string(0...100, "YYYY-MM-DD"), "to": Schema.string(0...100, "YYYY-MM-DD")]
    private static let startsAt = Schema.object(["startsAt": Self.text])
    private var customer: [String: Schema] {
        [
            names.customerName: Self.text, names.customerEmail: Self.text, names.document: Self.text, names.customerPhone: Self.text,
            "notes": Self.text, "locale": Self.text,
        ]
    }
    private var links: [Route] {
        [
            .get("/booking/links/{token}", LinkForCustomer.self, access: .guest, plugin: plugin, summary: "What the link offers",
                 answer: .object([
                    names.providerName: .string(), names.description: .string(), "durationMinutes": .integer(), "timezone": .string(),
                    "expiresAt": .time, "location": .string(),
                    "deposit": Schema.money.orNull, "document": .object(["kind": .oneOf("AR", "ES", "none"), "required": .boolean]),
                    "minimumNoticeMinutes": .integer(),
                    "cancelNoticeMinutes": .integer(), "rescheduleNoticeMinutes": .integer(), "maxReschedules": .integer(),
                    "languages": .array(.string()), "photos": .array(.any),
                 ]), refusals: Self.linkRefusals,
                 example: [names.providerName: "Lucía Ferreyra", names.description: "Peonía en el antebrazo", "durationMinutes": 120,
                           "deposit": nil]),
            .get("/booking/links/{token}/slots", SlotsOfLink.self, access: .guest, plugin: plugin, query: Self.days,
                 summary: "Free slots, at most 31 days", answer: S.slots, refusals: Self.linkRefusals, example: S.exampleSlots),
            .command("POST", "/booking/links/{token}/holds", HoldSlot.self, access: .guest, plugin: plugin,
                     body: Self.startsAt, summary: "Keeps a slot while the form is filled in", success: 201,
                     answer: S.hold, refusals: Self.linkRefusals + Self.slotRefusals, example: S.exampleHold)
            .checkedByHandler(),
            .command("DELETE", "/booking/links/{token}/holds/{holdId}", ReleaseHold.self, access: .guest, plugin: plugin,
                     summary: "Gives the slot back", success: 204, refusals: Self.linkRefusals),
            Route.command("POST", "/booking/links/{token}/appointments", BookAppointment.self, access: .guest, plugin: plugin,
                          body: .object(
                              S.also(customer, S.extraFields, ["holdId": Self.text, "startsAt": Self.text, "date": Self.text,
                                                               "startTime": Self.text])),
                          headers: [CreateIntent.sandboxHeader], summary: "Books the appointment", success: 201,
                          answer: schemas.customerAppointment, refusals: Self.linkRefusals + Self.slotRefusals,
                          example: schemas.exampleCustomerAppointment).checkedByHandler()
                .with(sealed: [names.document]).alsoSucceeding(with: 200),
            .command("POST", "/booking/links/{token}/waitlist", JoinSlotWaitlist.self, access: .guest, plugin: plugin,
                     body: .object([names.customerName: Self.text, names.customerEmail: Self.text, "from": Self.text, "to": Self.text]),
                     summary: "Waits for a slot of these days", success: 201,
                     answer: .object(["id": .integer(), "status": .string(), "position": .integer(), "from": .date, "to": .date]),
                     refusals: Self.linkRefusals + ["409 already-waiting", "409 waitlist-full"],
                     example: ["id": 1, "status": "waiting", "position": 1, "from": "2026-11-25", "to": "2026-12-01"])
            .checkedByHandler(),
            .command("DELETE", "/booking/links/{token}/waitlist", LeaveSlotWaitlist.self, access: .guest, plugin: plugin,
                     summary: "Waits no more", success: 204, refusals: Self.linkRefusals),
        ]
    }

    private static let manageRefusals = ["410 manage-link-expired"]
    private var appointments: [Route] {
        [
            .get("/booking/appointments/{manageToken}", AppointmentForCustomer.self, access: .guest, plugin: plugin,
                 summary: "Your appointment",
                 answer: schemas.customerAppointment, refusals: Self.manageRefusals, example: schemas.exampleCustomerAppointment),
            .get("/booking/appointments/{manageToken}/slots", SlotsForMove.self, access: .guest, plugin: plugin, query: Self.days,
                 summary: "Where it could move; its own time is not taken", answer: S.slots, refusals: Self.manageRefusals,
                 example: S.exampleSlots),
            .command("POST", "/booking/appointments/{manageToken}/cancel", CancelAsCustomer.self, access: .guest, plugin: plugin,
                     body: .object(["reason": .string(0...500)]),
                     summary: "Cancels, in time", answer: schemas.customerAppointment,
                     refusals: Self.manageRefusals + ["409 notice-too-short", "409 invalid-transition"],
                     example: schemas.exampleCustomerAppointment),
            .command("POST", "/booking/appointments/{manageToken}/reschedule", RescheduleAsCustomer.self, access: .guest, plugin: plugin,
                     body: Self.startsAt, summary: "Moves, in time and not too often", answer: schemas.customerAppointment,
                     refusals: Self.manageRefusals + Self.slotRefusals + ["409 notice-too-short", "409 reschedule-limit",
                         "409 slot-unchanged", "409 invalid-transition"],
                     example: schemas.exampleCustomerAppointment),
            .get("/booking/appointments/{manageToken}/calendar.ics", AppointmentInvite.self, access: .guest, plugin: plugin,
                 summary: "The appointment as a calendar file (RFC 5545, Self.text/calendar)",
                 refusals: Self.manageRefusals + ["409 invalid-transition"],
                 example: "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\n…\r\nEND:VCALENDAR\r\n"),
            .command("POST", "/booking/appointments/{manageToken}/erase", EraseCustomer.self, access: .guest, plugin: plugin,
                     summary: "Removes your personal data", success: 204, refusals: Self.manageRefusals + ["409 invalid-transition"]),
        ]
    }
}
