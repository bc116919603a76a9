import Kernel
import OrdersTicketSales
import ServiceKit

/// Check-in at an event over HTTP: staff, gates, scans, attendees.
enum CheckInRoutes {
    private static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    private static let plugin = TicketSale.name

    static let all: [Route] = staff + gates + scans + attendees

    private static let staff: [Route] = [
        .get("/events/{eventId}/staff", EventStaff.self, access: .user, plugin: plugin, query: paging,
             summary: "Who may scan at the event, for its organizer.", answer: .page(of: person), refusals: ["403 not-event-owner"]),
        .command("POST", "/events/{eventId}/staff", GrantScanner.self, access: .user, plugin: plugin,
            body: .object(["email": .string(3...254)], required: ["email"]),
                 summary: "Let somebody with an account scan at the event.", success: 201, answer: person,
                     refusals: ["403 not-event-owner", "404 user-not-found"],
                 example: ["email": "jane@example.com"]),
        .command("DELETE", "/events/{eventId}/staff/{userId}", RevokeScanner.self, access: .user, plugin: plugin,
            summary: "Take the right to scan back.", success: 204,
                 refusals: ["403 not-event-owner"]),
        .get("/check-in/events", CheckInEvents.self, access: .user, plugin: plugin, query: paging,
             summary: "Events the caller may scan at, soonest first.", answer: .page(of: event)),
    ]

    private static let gates: [Route] = [
        .get("/events/{eventId}/gates", EventGates.self, access: .user, plugin: plugin, query: paging,
            summary: "The entrances of the event.", answer: .page(of: gate), refusals: ["403 not-event-staff"]),
        .command("POST", "/events/{eventId}/gates", AddGate.self, access: .user, plugin: plugin,
                 body: .object(["name": .string(1...40), "ticketTypeIds": .array(.id, 0...20)], required: ["name"]),
                     summary: "Add an entrance; without ticket types it takes all.",
                 success: 201, answer: gate, refusals: ["403 not-event-owner", "409 gate-exists"], example: ["name": "Gate A"]),
        .command("PATCH", "/events/{eventId}/gates/{gateId}", ChangeGate.self, access: .user, plugin: plugin,
                 body: .object(["name": .string(1...40), "ticketTypeIds": .array(.id, 0...20)]),
                 summary: "Change an entrance; what is not sent stays.",
                     answer: gate,
                 refusals: ["403 not-event-owner", "409 gate-exists"]),
        .command("DELETE", "/events/{eventId}/gates/{gateId}", RemoveGate.self, access: .user, plugin: plugin,
                 summary: "Remove an entrance.", success: 204, refusals: ["403 not-event-owner"]),
    ]

    private static let scans: [Route] = [
        Route.command("POST", "/events/{eventId}/check-ins", CheckInTicket.self, access: .user, plugin: plugin,
                 body: .object(
                     ["code": .string(ScanForm.codeCharacters), "serial": .string(ScanForm.serialCharacters),
                      "type": .oneOf(CheckInRules.Kind.allCases.map(\.rawValue)), "gateId": .id,
                      "nonce": .string(ScanForm.nonceCharacters), "deviceId": .string(ScanForm.idCharacters), "force": .boolean],
                     required: ["nonce"]),
                 summary: "Scan a ticket. A refused scan is an answer, too, with its reason.", answer: checkIn,
                 refusals: ["403 not-event-staff", "403 not-event-owner", "422 nonce-reused"],
                     example: ["serial": "EP-7F3K-9Q2M", "nonce": "scanner-1-000017"]).checkedByHandler(),
        .get("/events/{eventId}/check-ins", CheckInLog.self, access: .user, plugin: plugin,
             query: ["ticketId": .id, "gateId": .id, "result": .oneOf("ok", "refused"), "page": .integer(1...1_000_000),
                     "perPage": .integer(1...100)],
             summary: "Every scan at the event, newest first.", answer: .page(of: scan), refusals: ["403 not-event-staff"]),
        .get("/events/{eventId}/check-ins/stats", CheckInStats.self, access: .user, plugin: plugin, summary: "How full the event is.",
            answer: stats, refusals: ["403 not-event-staff"]),
    ]

    private static let attendees: [Route] = [
        .get("/events/{eventId}/cancellation", EventCancellationReport.self, access: .user, plugin: plugin,
             summary: "How far the orders of a cancelled event are undone.",
             answer: .object(["state": .oneOf(EventCancellation.State.allCases.map(\.rawValue)),
                              "attendees": .integer(), "tickets": .integer(), "orders": .integer(),
                              "refunds": .object(["pending": .integer(), "succeeded": .integer(), "failed": .integer()]),
                              "refundTotal": .money, "refundedTotal": .money]),
             refusals: ["403 not-event-owner"]),
        .get("/events/{eventId}/attendees", EventAttendees.self, access: .user, plugin: plugin,
             query: ["search": .string(1...100), "status": .oneOf(TicketStatus.Name.allCases.map(\.rawValue) + [Ticket.expired]),
                     "ticketTypeId": .id, "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             headers: ["accept"],
             summary: "The tickets of the event with their people, newest first; with `Accept: text/csv` all of them as a table.",
             answer: .page(of: attendee), refusals: ["403 not-event-owner"]).alsoAnswering(as: "text/csv"),
        .command("POST", "/tickets/{ticketId}/block", BlockTicket.self, access: .user, plugin: plugin, action: "tickets",
            body: .object(["reason": .string(3...500)], required: ["reason"]),
                 summary: "Block a valid ticket of an own event: it is not admitted.", answer: blocked,
                     refusals: ["403 not-event-owner", "409 ticket-not-active"],
                 example: ["reason": "Reported stolen"]),
        .command("POST", "/tickets/{ticketId}/unblock", UnblockTicket.self, access: .user, plugin: plugin, action: "tickets",
                 summary: "Unblock a ticket.",
                 answer: blocked, refusals: ["403 not-event-owner", "409 ticket-not-active"]),
    ]

    private static let person = Schema.object(["userId": .id, "name": .string(), "email": Schema.string().orNull, "role": .string()])
    private static let gate = Schema.object(["id": .id, "name": .string(), "ticketTypeIds": .array(.id)])
    private static let blocked = Schema.object(["ticketId": .id, "serial": .string(), "blocked": .boolean, "reason": .string()])
    private static let event = Schema.object([
        "id": .id, "title": .string(), "startDate": .time, "endDate": .time,
        "venue": .object(["name": .string(), "address": Schema.string().orNull, "city": Schema.string().orNull,
                          "latitude": Schema.number().orNull, "longitude": Schema.number().orNull]),
        "status": .string(), "role": .oneOf("owner", "scanner"),
    ])
    private static let scan = Schema.object([
        "id": .id, "ticketId": Schema.id.orNull, "serial": Schema.string().orNull,
        "type": .oneOf(CheckInRules.Kind.allCases.map(\.rawValue)), "result": .oneOf("ok", "refused"),
        "reason": Schema.string().orNull, "forced": .boolean, "at": .time, "gateId": Schema.id.orNull,
        "gateName": Schema.string().orNull, "deviceId": Schema.string().orNull, "scannedBy": .id,
    ])
    private static let stats = Schema.object([
        "ticketsValid": .integer(), "admitted": .integer(), "inside": .integer(), "exits": .integer(),
        "byGate": .array(.object(["gateId": .id, "gateName": .string(), "entries": .integer()], required: ["entries"])),
        "byTicketType": .array(.object(["ticketTypeId": .id, "name": .string(), "tickets": .integer(), "admitted": .integer(),
                                        "inside": .integer()])),
        "refusedByReason": Schema(["type": "object", "additionalProperties": ["type": "integer"]]),
    ])
    private static let attendee = Schema.object([
        "ticketId": .id, "serial": .string(), "attendeeName": .string(), "ticketType": .string(), "status": .string(),
        "orderNumber": .string(), "purchasedAt": .time, "checkedInAt": Schema.time.orNull,
    ])
    private static let checkIn = Schema.object([
        "result": .oneOf("ok", "refused"), "reason": Schema.string().orNull, "message": .string(), "attention": Schema.string().orNull,
        "duplicate": .boolean,
        "ticket": Schema.object(["id": .id, "serial": .string(), "attendeeName": .string(), "ticketType": .string(), "status": .string()])
            .orNull,
        "checkIn": .object(["id": .id, "type": .string(), "at": .time, "gateId": Schema.string().orNull, "previous": .any]),
    ])
}
