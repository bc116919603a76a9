import Contracts
import ServiceKit

extension Feature {
    /// The in-app feed.
    package static let feed = Feature(
        "feed",
        migrations: [CreateNotifications.self, DropUnreadIndex.self, ShowChannelsInItems.self],
        commands: [
            MarkRead.self, MarkAllRead.self, DeleteNotification.self, TakeReceipts.self, GiveFeedback.self, ImportNotification.self,
        ],
        queries: [NotificationsOfUser.self, NotificationDetails.self, DecisionsOfNotification.self, UnreadCount.self],
        publishes: [NotificationOpened.self],
        routes: NotificationRoutes.all,
        live: [
            LiveTopic("notifications/mine", access: .user, feeds: [
                Feed(NotificationCreated.self, as: "notification.created", for: ["userId"],
                     shows: ["notificationId", "category", "kind", "deepLink"]),
            ]),
        ])
}
