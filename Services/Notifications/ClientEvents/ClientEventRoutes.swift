import Kernel
import ServiceKit

/// Reporting what happened in an app, and looking at how often it did.
package enum ClientEventRoutes {
    package static let plugin = "client-events"
    static let readPermission = "analytics:read"

    package static let all: [Route] = [
        .command("POST", "/analytics/events", RecordClientEvents.self, access: .guest, plugin: plugin,
                 body: .object(["events": .array(.any, RecordClientEvents.counts)], required: ["events"]),
                 summary: "Report what happened in the app, some at a time; each is taken or rejected for itself", success: 202,
                 answer: .object([
                     "accepted": .integer(), "duplicates": .integer(),
                     "rejected": .array(.object(["id": .id, "reason": .oneOf(ClientEvent.Rejected.allCases.map(\.rawValue))])),
                 ]),
                 example: ["events": [["id": "9d5c1f0e-5a0f-4c55-8a57-3f1a0d9c2b11", "name": "screen_view", "at": "2026-11-23T12:00:00Z",
                                       "params": ["screen": "home"]]]]),
        .get("/analytics/summary", ClientEventSummary.self, access: .permission(readPermission), plugin: plugin,
             query: ["from": .string(0...64, "Local date, YYYY-MM-DD"), "to": .string(0...64, "Local date, YYYY-MM-DD, inclusive")],
             summary: "How often what happened, by local day",
             answer: .object(["data": .array(.object(["date": .date, "name": .string(), "count": .integer()]))]),
             example: ["data": [["date": "2026-11-23", "name": "screen_view", "count": 12]]]),
    ]
}
