import Contracts
import Kernel
import ServiceKit

/// Tells people what they want to know, where they want to hear it.
public enum Notifications: PlatformService {
    public typealias Transaction = NotificationsTransaction
    public typealias View = NotificationsView

    public static let name: ServiceName = "notifications"

    public static let contents = ServiceContents<NotificationsTransaction, NotificationsView>(
        migrations: [CreateNotifications.self, CreateDeliveries.self],
        commands: [MarkRead.self, MarkAllRead.self, DeleteNotification.self, ContinueAnnouncement.self, DeliveryResult.self, RetryDelivery.self],
        reactions: [
            OnUserRegistered.self, OnUserUpdated.self, OnPushTokenChanged.self, OnContactVerified.self, OnSessionRevoked.self, OnOneTimeCode.self, OnUserErased.self,
            OnOrderAwaitingPayment.self, OnTicketsIssued.self, OnTicketsCancelled.self, OnOrderRefunded.self,
            OnPaymentFailed.self, OnPaymentRequiresAction.self, OnReminderDue.self, OnEventCancelled.self, OnEventUpdated.self,
        ],
        queries: [NotificationsOfUser.self, NotificationDetails.self, UnreadCount.self, DevelopmentOutbox.self],
        publishes: [NotificationCreated.self, DeliveryFailed.self, PushTokenRejected.self],
        routes: NotificationRoutes.all,
        live: [
            LiveTopic("notifications/mine", access: .user, feeds: [
                Feed(NotificationCreated.self, as: "notification.created", for: ["userId"],
                     shows: ["notificationId", "category", "kind", "title", "body", "deepLink"]),
            ]),
        ],
        plugins: Channels.all.map { channel in
            PluginDeclaration(channel.plugin) { settings, definition in check(settings, definition) + ChannelSettings.problems(channel, settings) }
        },
        outsideWork: [DeliverySender.self]
    )

    /// What is wrong with a tenant's settings of this service.
    private static func check(_ settings: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        do {
            return try settings.decoded(as: NotificationPolicy.self).problems(languages: definition.languages)
        } catch {
            return [("", "cannot be read: \(error)")]
        }
    }
}
