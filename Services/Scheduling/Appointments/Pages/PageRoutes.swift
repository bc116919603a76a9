import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// Pages for people without an app: below the tenant's root, forms as browsers send them, no script, nothing from elsewhere.
struct PageRoutes {
    let names: BookingNames
    /// Once for each plugin that mounts them, with its names.
    static let all: [Route] = BookingNames.all.flatMap { PageRoutes(names: $0).routes }

    private var plugin: String { names.plugin }
    /// A language that no page speaks is as none, however it is written.
    static let lang = ["lang": ScheduleSchemas.queryText]
    private static let week = lang.merging(["from": ScheduleSchemas.queryText]) { $1 }
    private static func fields(_ names: String..., extra: [String: Schema] = [:]) -> Schema {
        .object(extra.merging(names.map { ($0, .string(0...10_000)) }) { first, _ in first })
    }
    private static let example: JSONValue = "<!doctype html><html lang=\"es\">…</html>"

    var routes: [Route] {
        (booking.map { $0.with(capability: "token", takesForms: true, answerHeaders: PageStyle.headers) }
            + appointment.map { $0.with(capability: "manageToken", takesForms: true, answerHeaders: PageStyle.headers) })
            // The handlers of forms say what is wrong on the page itself, beside what was typed.
            .map { $0.method == "GET" ? $0 : $0.checkedByHandler() }
    }

    private var booking: [Route] {
        [
            .get("/book/{token}", BookingPageOfLink.self, access: .guest, plugin: plugin, atRoot: true,
                 query: Self.week.merging(["hold": ScheduleSchemas.queryText]) { $1 },
                 summary: "Page: choose a time of a booking link", refusals: ["404", "410"], example: Self.example),
            .command("POST", "/book/{token}/hold", HoldOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                     body: Self.fields("startsAt"), query: Self.week,
                     summary: "Form: keep a time; 303 to the details", success: 303, refusals: ["409", "410", "422"],
                     example: Self.example),
            Route.command("POST", "/book/{token}", BookOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                          body: Self.fields("holdId", names.customerName, names.customerEmail, names.document, names.customerPhone, "notes",
                                            extra: ScheduleSchemas.extraFields), query: Self.lang,
                          headers: [CreateIntent.sandboxHeader],
                          summary: "Form: book; 303 to the appointment", success: 303, refusals: ["409", "410", "422"],
                          example: Self.example).with(sealed: [names.document]),
            .command("POST", "/book/{token}/waitlist", JoinWaitlistOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                     body: Self.fields(names.customerName, names.customerEmail, "from", "to"), query: Self.lang,
                     summary: "Form: wait for a time; 303 back", success: 303, refusals: ["409", "410", "422"], example: Self.example),
        ]
    }

    private var appointment: [Route] {
        [
            .get("/appointment/{manageToken}", PageOfAppointment.self, access: .guest, plugin: plugin, atRoot: true, query: Self.lang,
                 summary: "Page: your appointment", refusals: ["404", "410"], example: Self.example),
            .get("/appointment/{manageToken}/cancel", CancelPage.self, access: .guest, plugin: plugin, atRoot: true, query: Self.lang,
                 summary: "Page: asks before cancelling", refusals: ["404", "409", "410"], example: Self.example),
            .command("POST", "/appointment/{manageToken}/cancel", CancelOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                     body: Self.fields("reason"), query: Self.lang,
                     summary: "Form: cancel; 303 back", success: 303, refusals: ["404", "409", "410", "422"], example: Self.example),
            .get("/appointment/{manageToken}/reschedule", ReschedulePage.self, access: .guest, plugin: plugin, atRoot: true,
                 query: Self.week, summary: "Page: choose another time",
                 refusals: ["404", "409", "410"], example: Self.example),
            .command("POST", "/appointment/{manageToken}/reschedule", RescheduleOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                     body: Self.fields("startsAt"),
                     query: Self.week, summary: "Form: move; 303 back", success: 303, refusals: ["404", "409", "410", "422"],
                     example: Self.example),
        ]
    }
}
