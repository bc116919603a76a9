import Kernel
import ServiceKit

/// A tenant's receivers of payment events, over HTTP.
package enum WebhookRoutes {
    package static let permission = "webhooks:manage"
    private static let access = Route.Access.permission(permission)

    private static let endpointFields: [String: Schema] = [
        "id": .id, "url": .string(), "events": .array(.string()), "description": .string(), "enabled": .boolean,
        "disabledReason": .oneOf("paused", "gone", "failing"), "createdAt": .time,
    ]
    private static let endpointRequired = ["id", "url", "events", "description", "enabled", "createdAt"]
    private static let endpoint = Schema.object(endpointFields, required: endpointRequired)
    private static let registered = Schema.object(endpointFields.merging(["secret": .string()]) { own, _ in own },
                                                  required: endpointRequired + ["secret"])
    private static let rotated = Schema.object(["secret": .string(), "previousValidUntil": .time],
                                               required: ["secret", "previousValidUntil"])
    private static let delivery = Schema.object([
        "id": .id, "messageId": .id, "type": .string(), "status": .oneOf("pending", "succeeded", "failed"),
        "attempts": .array(.object(["at": .time, "statusCode": .integer(), "error": .string(), "durationMs": .integer()],
                                   required: ["at", "durationMs"])),
        "nextAttemptAt": .time, "createdAt": .time,
    ], required: ["id", "messageId", "type", "status", "attempts", "createdAt"])
    private static let editable: [String: Schema] = [
        "url": .string(nil, "https, on the public internet."), "events": .array(.string(nil, "The name of an event, or * alone.")),
        "description": .string(nil), "enabled": .boolean,
    ]

    private static let exampleEndpoint: [String: JSONValue] = [
        "id": "5b1e…", "url": "https://example.com/souk", "events": ["payments.payment-succeeded.v1"], "description": "Bookkeeping",
        "enabled": true, "createdAt": "2026-11-21T07:00:00Z",
    ]
    private static let exampleDelivery: JSONValue = [
        "id": "91c0…", "messageId": "c4d2…", "type": "payments.payment-succeeded.v1", "status": "pending",
        "attempts": [["at": "2026-11-21T07:00:00Z", "statusCode": 500, "durationMs": 41]], "nextAttemptAt": "2026-11-21T07:00:06Z",
        "createdAt": "2026-11-21T07:00:00Z",
    ]
    private static func list(_ item: JSONValue) -> JSONValue {
        ["data": [item], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]
    }

    package static let all: [Route] = [
        .get("/webhooks", WebhooksOfTenant.self, access: access, summary: "Addresses that receive your payment events, newest first",
             answer: .page(of: endpoint), example: list(.object(exampleEndpoint))),
        .command("POST", "/webhooks", RegisterWebhook.self, access: access, body: .object(editable, required: ["url", "events"]),
                 summary: "Sends payment events to an address; the answer alone shows the secret that signs them", success: 201,
                 answer: registered, refusals: ["409 webhook-limit"],
                 example: .object(exampleEndpoint.merging(["secret": "whsec_…"]) { own, _ in own })).checkedByHandler(),
        .get("/webhooks/{webhookId}", WebhookDetails.self, access: access, summary: "One address", answer: endpoint,
             refusals: ["404 not-found"], example: .object(exampleEndpoint)),
        .command("PATCH", "/webhooks/{webhookId}", ChangeWebhook.self, access: access, body: .object(editable),
                 summary: "Changes an address, or switches it on or off", answer: endpoint, refusals: ["404 not-found"],
                 example: .object(exampleEndpoint)).checkedByHandler(),
        .command("DELETE", "/webhooks/{webhookId}", DeleteWebhook.self, access: access,
                 summary: "Forgets an address and what was on its way to it", success: 204, refusals: ["404 not-found"]),
        .command("POST", "/webhooks/{webhookId}/rotate-secret", RotateWebhookSecret.self, access: access,
                 summary: "Makes a new secret; for 24 hours both sign", answer: rotated, refusals: ["404 not-found"],
                 example: ["secret": "whsec_…", "previousValidUntil": "2026-11-22T07:00:00Z"]),
        .command("POST", "/webhooks/{webhookId}/test", TestWebhook.self, access: access, summary: "Sends a test event", success: 202,
                 answer: delivery, refusals: ["404 not-found"], example: exampleDelivery),
        .get("/webhooks/{webhookId}/deliveries", DeliveriesOfWebhook.self, access: access,
             query: Schema.paging.merging(["status": .oneOf("pending", "succeeded", "failed")]) { own, _ in own },
             summary: "What was sent to an address in the last 30 days, newest first", answer: .page(of: delivery),
             refusals: ["404 not-found"], example: list(exampleDelivery)),
        .command("POST", "/webhooks/{webhookId}/deliveries/{deliveryId}/resend", ResendWebhook.self, access: access,
                 summary: "Sends a message again, at once", success: 202, answer: delivery, refusals: ["404 not-found"],
                 example: exampleDelivery),
    ]
}
