import Kernel
import ServiceKit

/// What somebody chooses about messages.
package enum PreferenceRoutes {
    private static let view: [String: Schema] = ["view": .oneOf("channels", "simple")]
    private static let document: JSONValue = [
        "enabled": true, "categories": ["engagement": ["push": true, "email": true, "sms": false, "inApp": true]],
        "types": ["recommendations": ["push": false]],
        "quietHours": ["enabled": true, "from": "22:00", "to": "07:00"],
        "quietPeriods": ["sunday_morning": true, "holidays": true, "ramadan": true],
        "digestMode": "realtime", "reminderOffsets": ["P1D", "PT2H"], "snoozes": [["type": "engagement", "until": "2026-12-01T07:00:00Z"]],
        "litePayload": true,
        "timezone": "Africa/Kampala", "locale": "en", "editable": ["engagement": ["canDisable": true, "locked": []]],
        "weekCounts": ["engagement": 3],
    ]
    private static let unsubscribed = Schema.object(["category": .string(), "unsubscribed": .boolean, "undo": .string()],
                                                    required: ["category", "unsubscribed", "undo"])
    private static let unsubscribedExample: JSONValue = ["category": "engagement", "unsubscribed": true, "undo": "/unsubscribe/t0ken/undo"]

    package static let all: [Route] = [
        .get("/notification-preferences", PreferencesOfUser.self, access: .user, query: view,
             summary: "What you chose, and what holds where you did not", answer: .any, example: document),
        .command("PUT", "/notification-preferences", SetPreferences.self, access: .user, body: .object([:]), query: view,
                 summary: "Changes what you chose; what is absent stays", answer: .any, example: document),
        .command("POST", "/notification-preferences/reset", ResetPreferences.self, access: .user, summary: "Everything as it was at first",
                 answer: .any, example: document),
        .command("POST", "/notification-preferences/snooze", Snooze.self, access: .user,
                 body: .object(["type": .string(1...60), "until": .time], required: ["type"]),
                 summary: "A category or a type is quiet for a while (a week)", answer: .any, example: document).alsoCheckedByHandler(),
        .command("DELETE", "/notification-preferences/snooze/{kind}", EndSnooze.self, access: .user, summary: "It may speak again",
                 success: 204),
    ] + unsubscribing.map { $0.with(takesForms: true, answerHeaders: PageStyle.headers) }

    /// The kind of answer that is wanted, and whether anybody wants one at all or a program looks ahead.
    private static let headers = ["accept", "sec-purpose", "purpose"]

    /// Answers are JSON, or a page for a browser.
    private static let unsubscribing: [Route] = [
        .command("GET", "/unsubscribe/{token}", Unsubscribe.self, access: .guest, atRoot: true, headers: headers,
                 summary: "Turns the category of an e-mail off", answer: unsubscribed, refusals: ["410 gone"],
                 example: unsubscribedExample),
        .command("POST", "/unsubscribe/{token}", Unsubscribe.self, access: .guest, atRoot: true, headers: headers,
                 summary: "The same in one click (RFC 8058)", answer: unsubscribed, refusals: ["410 gone"], example: unsubscribedExample),
        .command("POST", "/unsubscribe/{token}/undo", UndoUnsubscribe.self, access: .guest, atRoot: true, headers: headers,
                 summary: "That was not meant", answer: unsubscribed, refusals: ["410 gone"],
                 example: ["category": "engagement", "unsubscribed": false, "undo": "/unsubscribe/t0ken/undo"]),
    ]
}
