import Kernel
import NotificationPolicy
import NotificationsPreferences
import ServiceKit

/// What operators and developers see and try.
package enum AdministrationRoutes {
    private static let access = Route.Access.permission(NotificationPolicy.permission)
    /// A number in apps that number their accounts.
    private static let account = Schema(["type": ["string", "integer"], "minLength": 1, "maxLength": 64])
    private static let record = Schema.object([
        "notificationId": .id, "recipientId": account, "type": .string(), "category": .string(), "at": .time, "decision": .string(),
        "until": .time, "into": .string(),
        "channels": .array(.string()), "reasons": .array(.string()), "why": .string(), "policyVersion": .integer(),
    ], required: ["notificationId", "recipientId", "type", "category", "at", "decision", "channels", "reasons", "policyVersion"])
    private static let recordExample: JSONValue = [
        "notificationId": "5b1e…", "recipientId": "77aa…", "type": "tickets-low", "category": "engagement", "at": "2026-11-25T19:00:00Z",
        "decision": "delay",
        "until": "2026-11-26T04:00:00Z", "channels": ["push"], "reasons": ["quiet_hours"],
        "why": "Held until 7:00 AM because of your quiet hours.", "policyVersion": 1,
    ]
    private static let simulation = Schema.object([
        "recipient": .any, "preferences": .any, "history": .array(.any, 0...5000), "candidates": .array(.any, 1...1000), "policy": .any,
        "openAlerts": .array(.string(1...40)), "changes": .array(.any, 0...1000), "to": .time,
    ], required: ["recipient", "candidates"])

    package static let all: [Route] = [
        .ask("/admin/notifications/simulate", Simulate.self, access: access, body: simulation,
             summary: "What the policy would decide: the engine on a virtual clock, without effect", answer: .any,
             example: ["policyVersion": 1,
                       "decisions": [["ref": "c1", "type": "tickets-low", "category": "engagement", "at": "2026-11-25T19:00:00Z",
                                      "decision": "delay",
                                      "until": "2026-11-26T04:00:00Z", "channels": ["push"], "reasons": ["quiet_hours"],
                                      "why": "Held until 7:00 AM because of your quiet hours."]], "sent": [], "summary": [:]])
            .alsoCheckedByHandler(),
        .get("/admin/notifications/policy", PolicyInForce.self, access: access, summary: "The policy in force", answer: .any,
             example: ["version": 1]),
        .get("/admin/notifications/decisions", DecisionRecords.self, access: access,
             query: ["recipientId": .id, "type": .string(1...60),
                     "decision": .oneOf("send", "delay", "digest", "email_instead", "feed_only", "drop"), "from": .time,
                     "to": .time, "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "What was decided, newest first", answer: .page(of: record),
             example: ["data": [recordExample], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
        .get("/admin/notifications/metrics", NotificationMetrics.self, access: access,
             query: ["from": .time, "to": .time, "by": .oneOf("category", "type", "hour", "variant")],
             summary: "How messages do: sent, opened, left", answer: .any,
             example: ["rows": [], "perUserAverage": 2.5, "eventTriggeredShare": 0.84, "complaintRate": 0.001]),
        .get("/admin/notifications/alerts", OptOutAlertList.self, access: access,
             query: ["page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "Categories too many people leave: the open alerts, newest first",
             answer: .page(
                 of: .object(
                     ["category": .string(1...60), "openedAt": .time, "rate": .number(), "optOuts": .integer(), "recipients": .integer()],
                     required: ["category", "openedAt", "rate", "optOuts", "recipients"])),
             example: [
                 "data": [["category": "engagement", "openedAt": "2026-11-25T19:00:00Z", "rate": 0.1, "optOuts": 2, "recipients": 20]],
                 "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
        .command("POST", "/admin/notifications/alerts/{category}/close", CloseOptOutAlert.self, access: access,
                 summary: "Seen to: full caps again", success: 204),
        .command("POST", "/admin/notifications/campaigns", StartMessageCampaign.self, access: access,
                 body: .object(["type": .string(1...60), "title": .object([:]), "body": .object([:]), "deepLink": .string(1...512),
                                "offer": .object(["endsAt": .time, "code": .string(1...40)]),
                                "audience": .object(["roles": .array(.string(1...40), 0...20), "userIds": .array(account, 0...10_000)]),
                                "startAt": .time],
                               required: ["type", "title", "body"]),
                 summary: "Writes to many, each by the rules", success: 201,
                 answer: .object(["id": .id, "recipients": .integer()], required: ["id", "recipients"]),
                 example: ["id": "51aa…", "recipients": 1200]).alsoCheckedByHandler(),
        .get("/admin/notifications/campaigns/{campaignId}", MessageCampaignDetails.self, access: access, summary: "What became of it",
             answer: .any, example: ["id": "51aa…", "type": "promotion", "recipients": 1200, "counts": ["send": 800, "feed_only": 400]]),
        .command("DELETE", "/admin/notifications/campaigns/{campaignId}", CancelMessageCampaign.self, access: access,
                 summary: "Calls it off: what waits is dropped", success: 204),
        .command("POST", "/dev/notifications", TryNotification.self, access: .developer,
                 body: .object(["type": .string(1...60), "recipientId": account, "subject": .string(1...120), "facts": .object([:]),
                                "at": .time, "dedupeKey": .string(1...200)],
                               required: ["type"]),
                 summary: "One candidate through the real pipeline", success: 201, answer: record, example: recordExample)
            .alsoCheckedByHandler(),
    ]
}
