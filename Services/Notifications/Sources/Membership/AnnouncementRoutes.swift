import Kernel
import NotificationPolicy
import ServiceKit

/// News that operators of a membership app write.
enum AnnouncementRoutes {
    /// The plugin of apps that tell their members news.
    static let plugin = "announcements"
    private static let sentence = Schema.object([:])

    static let all: [Route] = [
        .command("POST", "/admin/announcements", Announce.self, access: .permission(NotificationPolicy.permission), plugin: plugin,
                 body: .object(["title": sentence, "body": sentence, "deepLink": .string(1...512),
                                "audience": .oneOf("all", "neighborhood", "in_app_payment_interest"),
                                "neighborhoodId": .integer(1...Int(Int32.max))],
                               required: ["title", "body", "audience"]),
                 summary: "News of the app: for all, for a neighbourhood, for those who asked to hear", success: 201,
                 answer: .object(["id": .id, "recipients": .integer()], required: ["id", "recipients"]),
                 example: ["id": "51aa…", "recipients": 1200]).alsoCheckedByHandler(),
    ]
}
