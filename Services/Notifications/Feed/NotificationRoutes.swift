import Kernel
import NotificationsDelivery
import NotificationsPreferences
import ServiceKit

/// What notifications offers over HTTP.
package enum NotificationRoutes {
    private static let item = Schema.object([
        "id": .id, "category": .string(), "type": .string(), "title": .string(), "body": .string(), "deepLink": Schema.string().orNull,
        "data": .object([:]),
        "why": .string(), "reasons": .array(.string()), "channels": .array(.object(["channel": channel, "state": .string(), "at": .time])),
        "presentation": .oneOf("item", "banner"), "scheduledFor": .time, "read": .boolean, "createdAt": .time,
    ], required: ["id", "category", "type", "title", "body", "why", "channels", "read", "createdAt"])
    private static let channel = Schema.oneOf("push", "email", "sms", "inApp", "in_app")
    package static let decision =
        Schema.object(["at": .time, "decision": .oneOf("send", "delay", "digest", "email_instead", "feed_only", "drop"), "until": .time,
                       "into": .string(), "reasons": .array(.string()), "why": .string()], required: ["at", "decision", "reasons", "why"])
    private static let sent = Schema.object([
        "id": .id, "channel": channel, "to": .string(), "template": .string(), "subject": .string(), "text": .string(), "html": .string(),
        "data": .object([:]), "contentAvailable": .boolean,
        "attachments": .array(.object(["filename": .string(), "contentType": .string(), "content": .string()])),
        "createdAt": .time,
    ])
    private static let example: JSONValue = [
        "id": "5b1e…", "category": "critical", "type": "ticket-purchased", "title": "Your tickets: Kampala Tech Summit",
        "body": "2 tickets for Thu 26 Nov at 9:00 AM at Kampala Serena Hotel.", "deepLink": "eventpassug://orders/51aa…",
        "data": ["order.id": "51aa…"],
        "why": "You bought tickets.", "reasons": ["ok"],
        "channels": [["channel": "inApp", "state": "delivered", "at": "2026-11-21T07:00:04Z"]], "read": false,
        "createdAt": "2026-11-21T07:00:04Z",
    ]
    private static let list: JSONValue = ["data": [example], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]

    package static let all: [Route] = [
        .get("/notifications", NotificationsOfUser.self, access: .user,
             query: ["unread": .boolean, "category": .string(1...40), "presentation": .oneOf("item", "banner"),
                     "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "Your feed, newest first; every item says why it is there", answer: .page(of: item), example: list),
        .get("/notifications/unread-count", UnreadCount.self, access: .user, summary: "How many you have not read",
             answer: .object(["count": .integer()], required: ["count"]), example: ["count": 2]),
        .get("/notifications/{notificationId}", NotificationDetails.self, access: .user, summary: "One of your notifications", answer: item,
             example: example),
        .command("POST", "/notifications/{notificationId}/read", MarkRead.self, access: .user, summary: "You have read it", success: 204),
        .command("POST", "/notifications/read-all", MarkAllRead.self, access: .user, summary: "You have read everything", success: 204),
        .command("DELETE", "/notifications/{notificationId}", DeleteNotification.self, access: .user, summary: "Takes it out of your feed",
                 success: 204),
        .get("/notifications/{notificationId}/decisions", DecisionsOfNotification.self, access: .user,
             query: ["page": .integer(1...1_000_000), "perPage": .integer(1...100)], summary: "Every decision about it, oldest first",
             answer: .page(of: decision),
             example: [
                 "data": [["at": "2026-11-25T20:10:00Z", "decision": "delay", "until": "2026-11-26T04:00:00Z", "reasons": ["quiet_hours"],
                           "why": "Held until 7:00 AM because of your quiet hours."]],
                           "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
        .command("POST", "/notifications/receipts", TakeReceipts.self, access: .user,
                 body: .object(
                     ["receipts": .array(.object(["id": .id, "event": .oneOf("delivered", "opened", "acted"), "at": .time],
                                                 required: ["id", "event", "at"]), 1...100)],
                     required: ["receipts"]),
                 summary: "What your device saw: it arrived, it was opened, a button was pressed", success: 204),
        .command("POST", "/notifications/{notificationId}/feedback", GiveFeedback.self, access: .user,
                 body: .object(["kind": .oneOf("too_many", "not_relevant", "bad_time")], required: ["kind"]),
                 summary: "What you think of it", success: 204),
        .get("/notifications/stats", NotificationStats.self, access: .user, summary: "What came this week, by category",
             answer: .object(["weekStart": .date, "total": .integer(), "sentence": .string(), "categories": .array(.object([
                 "category": .string(), "sent": .integer(), "emailed": .integer(), "feedOnly": .integer(), "batched": .integer(),
                 "limits": .object(["day": .integer(), "week": .integer()])]))],
                 required: ["weekStart", "total", "sentence", "categories"]),
             example: ["weekStart": "2026-11-23", "total": 12, "sentence": "You received 12 notifications this week",
                       "categories": [["category": "engagement", "sent": 3, "emailed": 0, "feedOnly": 1, "batched": 0,
                                       "limits": ["day": 3, "week": 12]]]]),
        .ask("/notifications/preview", PreviewMessages.self, access: .user,
             body: .object(["category": .string(1...40), "type": .string(1...60), "locale": .string(2...35)]),
             summary: "Sample messages; nothing is sent",
             answer: .object(
                 ["samples": .array(
                     .object(["type": .string(), "title": .string(), "body": .string(), "why": .string(), "channels": .array(.string())]))],
                 required: ["samples"]),
             example: [
                 "samples": [["type": "tickets-low", "title": "Few tickets left: Sample Event",
                              "body": "10 tickets are left for Sample Event, Sat 28 Nov at 6:00 PM.",
                              "why": "You marked Sample Event as a favorite.", "channels": ["push", "inApp"]]]])
            .alsoCheckedByHandler(judgedBy: ["category": "type"]),
        .get("/dev/outbox", DevelopmentOutbox.self, access: .developer,
             query: ["channel": .oneOf("sms", "email", "push"), "to": .string(1...320), "limit": .integer(1...200)],
             summary: "What would have left the house, newest first", answer: .page(of: sent),
             example: ["data": [["id": "77aa…", "channel": "email", "to": "john@example.com", "template": "ticket-purchased",
                 "subject": "Your tickets: Kampala Tech Summit",
                                 "text": "2 tickets for Thu 26 Nov at 9:00 AM at Kampala Serena Hotel.",
                                 "createdAt": "2026-11-21T07:00:04Z"]],
                       "meta": ["page": 1, "perPage": 50, "total": 1, "lastPage": 1]]),
    ]
}
