import Kernel
import ServiceKit

/// What notifications offers over HTTP.
enum NotificationRoutes {
    private static let item = Schema.object([
        "id": .id, "category": .string(), "type": .string(), "title": .string(), "body": .string(), "deepLink": Schema.string().orNull, "data": .object([:]),
        "why": .string(), "reasons": .array(.string()), "channels": .array(.object(["channel": channel, "state": .string(), "at": .time])),
        "read": .boolean, "createdAt": .time,
    ], required: ["id", "category", "type", "title", "body", "why", "channels", "read", "createdAt"])
    private static let channel = Schema.oneOf("push", "email", "sms", "inApp")
    private static let sent = Schema.object([
        "id": .id, "channel": channel, "to": .string(), "template": .string(), "subject": .string(), "text": .string(), "html": .string(),
        "data": .object([:]), "attachments": .array(.object(["filename": .string(), "contentType": .string(), "content": .string()])), "createdAt": .time,
    ])
    private static let example: JSONValue = [
        "id": "5b1e…", "category": "critical", "type": "ticket-purchased", "title": "Your tickets: Kampala Tech Summit",
        "body": "2 tickets for Thu 26 Nov at 9:00 AM at Kampala Serena Hotel.", "deepLink": "eventpassug://orders/51aa…", "data": ["order.id": "51aa…"],
        "why": "You bought tickets.", "reasons": ["ok"], "channels": [["channel": "inApp", "state": "delivered", "at": "2026-11-21T07:00:04Z"]], "read": false,
        "createdAt": "2026-11-21T07:00:04Z",
    ]
    private static let list: JSONValue = ["data": [example], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]

    static let all: [Route] = [
        .get("/notifications", NotificationsOfUser.self, access: .user,
             query: ["unread": .boolean, "category": .string(1...40), "page": .integer(1...1_000_000), "perPage": .integer(1...100)],
             summary: "Your feed, newest first; every item says why it is there", answer: .page(of: item), example: list),
        .get("/notifications/unread-count", UnreadCount.self, access: .user, summary: "How many you have not read",
             answer: .object(["count": .integer()], required: ["count"]), example: ["count": 2]),
        .get("/notifications/{notificationId}", NotificationDetails.self, access: .user, summary: "One of your notifications", answer: item, example: example),
        .command("POST", "/notifications/{notificationId}/read", MarkRead.self, access: .user, summary: "You have read it", success: 204),
        .command("POST", "/notifications/read-all", MarkAllRead.self, access: .user, summary: "You have read everything", success: 204),
        .command("DELETE", "/notifications/{notificationId}", DeleteNotification.self, access: .user, summary: "Takes it out of your feed", success: 204),
        .get("/dev/outbox", DevelopmentOutbox.self, access: .developer,
             query: ["channel": .oneOf("sms", "email", "push"), "to": .string(1...320), "limit": .integer(1...200)],
             summary: "What would have left the house, newest first", answer: .object(["data": .array(sent)], required: ["data"]),
             example: ["data": [["id": "77aa…", "channel": "email", "to": "john@example.com", "template": "ticket-purchased",
                 "subject": "Your tickets: Kampala Tech Summit",
                                 "text": "2 tickets for Thu 26 Nov at 9:00 AM at Kampala Serena Hotel.", "createdAt": "2026-11-21T07:00:04Z"]]]),
    ]
}
