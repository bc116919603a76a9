import Kernel
import ServiceKit

/// Making events: the wizard, publishing, changing, ticket types, deleting, restoring.
enum OrganizerRoutes {
    static let all: [Route] = editing + lifecycle + drafts + ticketTypes

    private static let ending = ["403 not-event-owner", "404 not-found"]
    private static let owner = ending + ["403 organizer-suspended"]
    /// Every change of an event may be refused with these.
    private static let editor = owner + ["409 event-deleted"]
    private static let organize = "organize"
    private static let plugin = EventListing.name

    private static let editing: [Route] = [
        .command("POST", "/events", CreateEvent.self, access: .user, plugin: plugin, action: organize, body: .object(edit),
            summary: "Start an event: a draft with what is known yet",
                 success: 201, answer: EventSchemas.event, refusals: ["403 organizer-approval-required", "403 organizer-suspended"],
                 example: ["title": "Kampala Tech Summit"]).alsoCheckedByHandler(judgedBy: ["endDate": "startDate"]),
        .get("/organizer/events", OrganizerEvents.self, access: .roles([EventAccess.organizerRole]), plugin: plugin, action: organize,
             query: EventSchemas.paging.merging(["status": .oneOf("draft", "published", "ongoing", "completed", "cancelled", "archived"),
                 "search": .string(1...100)]) { a, _ in a },
             summary: "One's own events with permissions, numbers and the state of the wizard", answer: EventSchemas.ownCards),
    ] + ["PATCH", "PUT"].map { method in
        .command(method, "/events/{eventId}", ChangeEvent.self, access: .user, plugin: plugin, body: .object(edit),
            query: ["dryRun": .boolean],
                 headers: ["if-match"], summary: "Change an event, all or nothing: sent fields replace, others stay",
                 answer: EventSchemas.changed,
                 refusals: editor + ["409 event-closed", "409 capacity-below-sold", "409 ticket-type-has-sales",
                                    "412 stale-version"],
                 example: ["description": "Two stages, forty speakers."]).alsoCheckedByHandler(judgedBy: ["endDate": "startDate"])
    }

    private static let cancellation = Schema.object(["state": .string(), "attendees": .integer(), "tickets": .integer(),
                                                     "refundTotal": .money])
    private static let lifecycle: [Route] = [
        .command("POST", "/events/{eventId}/publish", PublishEvent.self, access: .user, plugin: plugin,
            summary: "Put a complete draft on sale",
                 answer: EventSchemas.changed, refusals: editor + ["409 event-not-draft", "422 validation-failed (with steps)"]),
        .get("/events/{eventId}/deletion-check", DeletionCheck.self, access: .user, plugin: plugin,
            summary: "What deleting an event would cost",
             answer: .object(["allowed": .boolean, "status": .string(), "attendeeCount": .integer(), "ticketCount": .integer(),
                              "refundTotal": .money,
                              "warning": .string(), "confirmationToken": .string(), "expiresAt": .time]),
                              refusals: ending + ["409 event-deleted"]),
        .command("DELETE", "/events/{eventId}", DeleteEvent.self, access: .user, plugin: plugin,
            query: ["confirmationToken": .string()],
                 summary: "Delete an event; in two steps when tickets are sold",
                 answer: .object(["id": .id, "status": .string(), "deletedAt": .time, "cancellation": cancellation]),
                 refusals: ending + ["409 event-not-deletable", "409 confirmation-required"]),
        .command("POST", "/events/{eventId}/cancel", CancelEvent.self, access: .user, plugin: plugin,
                 body: .object(["reason": .string(3...500), "confirmationToken": .string()], required: ["reason"]),
                 summary: "Call an event off; in two steps when tickets are sold", answer: EventSchemas.event,
                 refusals: ending + ["409 event-not-cancellable", "409 confirmation-required"],
                 example: ["reason": "The venue was flooded."]),
        .command("POST", "/events/{eventId}/restore", RestoreEvent.self, access: .user, plugin: plugin,
            summary: "Bring a deleted event back within 30 days",
                 answer: EventSchemas.event, refusals: owner + ["409 event-not-restorable"]),
        .command("POST", "/events/{eventId}/duplicate", DuplicateEvent.self, access: .user, plugin: plugin,
            summary: "A new draft like this event",
                 success: 201, answer: EventSchemas.event, refusals: owner),
        .get("/events/{eventId}/history", EventHistory.self, access: .user, plugin: plugin, query: EventSchemas.paging,
             summary: "What was changed, by whom and when",
             answer: .page(
                 of: .object(
                     ["at": .time, "actorId": .id, "version": .integer(), "changes": .array(.object(["field": .string(), "before": .any,
                 "after": .any]))])),
             refusals: owner),
    ]

    private static let pending = Schema.object(["eventId": .id, "edit": .object(edit), "savedAt": .time])
    private static let drafts: [Route] = [
        .command("PUT", "/events/{eventId}/draft", SaveEventDraft.self, access: .user, plugin: plugin,
                 body: .object(edit),
                 summary: "Keep edits of a public event for later", answer: pending, refusals: editor + ["409 event-is-draft"])
            .alsoCheckedByHandler(judgedBy: ["endDate": "startDate"]),
        .get("/events/{eventId}/draft", EventDraft.self, access: .user, plugin: plugin, summary: "Edits that wait",
             answer: pending, refusals: editor + ["409 event-is-draft"]),
        .command("DELETE", "/events/{eventId}/draft", DiscardEventDraft.self, access: .user, plugin: plugin,
            summary: "Throw edits away that wait", success: 204,
                 refusals: editor + ["409 event-is-draft"]),
        .command("POST", "/events/{eventId}/draft/apply", ApplyEventDraft.self, access: .user, plugin: plugin,
                 headers: ["if-match"], summary: "Apply edits that wait", answer: EventSchemas.event,
                 refusals: editor + ["409 event-is-draft", "409 event-closed", "409 capacity-below-sold", "409 ticket-type-has-sales",
                                    "412 stale-version"]),
    ]

    private static let ticketTypes: [Route] = [
        .get("/events/{eventId}/ticket-types", TicketTypes.self, access: .guest, plugin: plugin, query: EventSchemas.paging,
             summary: "Ticket types of an event with what is left",
             answer: .page(of: EventSchemas.ticketType), refusals: ["403 age-restricted"]),
        .command("POST", "/events/{eventId}/ticket-types", AddTicketType.self, access: .user, plugin: plugin,
                 body: .object(ticketType, required: ["name", "price", "quantity"]).requiredByHandler, summary: "Add a ticket type",
                 success: 201, answer: EventSchemas.ticketType,
                 refusals: editor + ["409 event-closed"],
                 example: ["name": "VIP", "price": ["amount": 150_000, "currency": "UGX"], "quantity": 50])
            .alsoCheckedByHandler(judgedBy: typeJudgedBy),
        .command("PATCH", "/events/{eventId}/ticket-types/{ticketTypeId}", ChangeTicketType.self, access: .user, plugin: plugin,
                 body: .object(ticketType),
                 summary: "Change a ticket type", answer: EventSchemas.ticketType, refusals: editor + ["409 capacity-below-sold"],
                 example: ["paused": true]).alsoCheckedByHandler(judgedBy: typeJudgedBy),
        .command("DELETE", "/events/{eventId}/ticket-types/{ticketTypeId}", RemoveTicketType.self, access: .user, plugin: plugin,
                 summary: "Take a ticket type away that nobody has", success: 204, refusals: editor + ["409 ticket-type-has-sales"]),
    ]

    /// Types only: ranges and what the app's data says are checked together by the editor, so that one answer holds every failing field.
    private static func text(_ rule: String) -> Schema { .string(nil, rule) }
    private static func number(_ rule: String) -> Schema {
        guard case .object(var members) = Schema.integer().json else { return .integer() }
        members["description"] = .string(rule)
        return Schema(.object(members))
    }
    private static let ticketType: [String: Schema] = [
        "name": text("1–60 characters, unique in the event."), "description": text("At most 300 characters.").orNull, "price": .money,
        "quantity": number("1–100,000."),
        "minPerOrder": number("1–20, not more than maxPerOrder."), "maxPerOrder": number("1–20."),
        "salesStart": text("RFC 3339.").orNull, "salesEnd": text("RFC 3339.").orNull, "paused": .boolean, "position": .integer(0...1000),
    ]
    private static let typeJudgedBy = ["minPerOrder": "maxPerOrder", "salesEnd": "salesStart"]
    private static let venue = Schema.object([
        "name": text("2–120 characters.").orNull, "address": text("At most 200 characters.").orNull,
        "city": text("2–80 characters.").orNull, "latitude": Schema.number().orNull, "longitude": Schema.number().orNull,
    ]).orNull
    private static let edit: [String: Schema] = [
        "title": text("3–120 characters.").orNull, "description": text("At most 5,000 characters; 10 or more to publish.").orNull,
        "category": text("A slug of `GET /categories`.").orNull,
        "ageRestriction": number("One of the app's ages, or null.").orNull,
        "startDate": text("RFC 3339.").orNull, "endDate": text("RFC 3339.").orNull, "venue": venue,
        "ticketTypes": .array(.object(ticketType.merging(["id": .id]) { a, _ in a })),
        "maxTicketsPerUser": number("1–1,000."), "paymentWindowMinutes": number("15–1,440."),
        "refundPolicy": .object(["type": text("`none` or `until`."), "hoursBefore": number("0–720.")], required: ["type"]),
        "transferable": .boolean, "reEntry": .boolean, "doorsOpenMinutes": number("0–1,440."), "wizardStep": number("1–3."),
    ]
}
