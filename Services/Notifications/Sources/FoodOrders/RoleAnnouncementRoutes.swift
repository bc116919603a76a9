import Kernel
import NotificationPolicy
import NotificationsEngine
import ServiceKit

/// What the staff of a delivery app writes to its customers, owners or couriers.
enum RoleAnnouncementRoutes {
    /// The plugin of apps that write to people by their role.
    static let plugin = "role-announcements"
    private static let texts = Schema.object([:])

    static let all: [Route] = [
        .command("POST", "/announcements", AnnounceToRole.self, access: .permission(AnnounceToRole.permission), plugin: plugin,
                 body: .object(["audience": .oneOf(AnnounceToRole.Audience.allCases.map(\.rawValue)), "titles": texts, "bodies": texts,
                                "deepLink": Schema.string(1...512).orNull],
                               required: ["audience", "titles", "bodies"]),
                 summary: "Write to all customers, owners or couriers: at most one a day and three a week reach each of them", success: 201,
                 answer: .object(["id": .id, "audience": .string(), "recipients": .integer()], required: ["id", "audience", "recipients"]),
                 example: ["id": "51aa…", "audience": "customers", "recipients": 1200]).alsoCheckedByHandler(),
    ]
}
