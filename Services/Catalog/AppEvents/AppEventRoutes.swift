import CatalogShops
import Kernel
import ServiceKit

/// What the app tells of what happens in it.
enum AppEventRoutes {
    private static let plugin = PartnerShopListing.name

    static let all: [Route] = [
        .command("POST", "/analytics/events", RecordAppEvents.self, access: .guest, plugin: plugin,
                 body: .object(["events": .array(.any, 1...RecordAppEvents.eventsMax),
                                "anonymousId": Schema.string(0...RecordAppEvents.anonymousIDCharactersMax).orNull],
                               required: ["events"]),
                 summary: "Tell what happened in the app, some at a time; each is taken or refused for itself",
                 answer: .object(
                     ["accepted": .integer(), "duplicates": .integer(),
                      "rejected": .array(.object(["index": .integer(), "reason": .string()]))]),
                 example: [
                     "events": [
                         ["eventId": "0b7c", "name": "search_performed", "at": "2026-11-21T07:00:00Z", "properties": ["query": "pain"]]]]),
        .get("/admin/analytics/summary", AppEventSummary.self, access: .permission(ShopPermission.manage), plugin: plugin,
             query: ["from": .string(0...64, "Local date, YYYY-MM-DD"), "to": .string(0...64, "Local date, YYYY-MM-DD, inclusive")],
             summary: "How often what happened, by local day, and what people looked for",
             answer: .object(["days": .array(.object(["date": .date, "name": .string(), "count": .integer()])),
                              "topSearches": .array(.object(["query": .string(), "count": .integer()]))])),
    ]
}
