import Contracts
import Kernel
import ServiceKit

/// Tells people what they want to know, when and where they want to hear it.
public enum Notifications: PlatformService {
    public typealias Transaction = NotificationsTransaction
    public typealias View = NotificationsView

    public static let name: ServiceName = "notifications"

    public static let contents = ServiceContents<NotificationsTransaction, NotificationsView>(
        migrations: [CreateNotifications.self, CreateDeliveries.self, CreateDecisions.self, CreateVisits.self, CreateTravel.self, CreateFriends.self, DropUnreadIndex.self,
                     ShowChannelsInItems.self, CreateToldAbout.self],
        commands: [
            MarkRead.self, MarkAllRead.self, DeleteNotification.self, TakeReceipts.self, GiveFeedback.self,
            SetPreferences.self, ResetPreferences.self, Snooze.self, EndSnooze.self, Unsubscribe.self, UndoUnsubscribe.self,
            EvaluateCandidate.self, FlushDigest.self, ReconsiderHeld.self, TriggerDue.self, RunSchedule.self, CheckActivity.self, ForgetOld.self,
            ForgetNamings.self, ForgetNamed.self, ContinueAnnouncement.self, StartAnnouncement.self,
            Notify.self, SendToContact.self, DeliveryResult.self, RetryDelivery.self,
            StartCampaign.self, CancelCampaign.self, ReviewOptOutAlert.self, CloseOptOutAlert.self, TryNotification.self, Announce.self,
            ImportNotification.self, ImportPreferences.self,
        ],
        reactions: [
            OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnSessionStarted.self, OnSessionRefreshed.self, OnPushTokenChanged.self, OnContactVerified.self,
            OnSessionRevoked.self, OnPasswordChanged.self, OnOneTimeCode.self, OnUserErased.self,
            OnOrderAwaitingPayment.self, OnOrderCompleted.self, OnOrderExpired.self, OnOrderCancelled.self, OnTicketsIssued.self, OnTicketsCancelled.self,
            OnTicketCheckedIn.self, OnOrderRefunded.self, OnEventCancellationCompleted.self,
            OnPaymentStarted.self, OnPaymentFailed.self, OnPaymentRequiresAction.self, OnRefundFailed.self, OnWithdrawalSettled.self, OnWithdrawalFailed.self,
            OnReminderDue.self, OnEventPublished.self, OnEventUpdated.self, OnEventStarted.self, OnEventEnded.self, OnEventRestored.self, OnEventCancelled.self,
            OnInventoryLow.self, OnWaitlistOffered.self, OnEventFavorited.self, OnOrganizerFollowed.self, OnInterestsChanged.self, OnEventsSuggested.self,
            OnFriendshipMade.self, OnFriendshipEnded.self, OnSalesOpening.self,
            OnMembershipActivated.self, OnMembershipCancelled.self, OnMembershipExpiring.self, OnMembershipExpired.self, OnInAppPaymentWanted.self,
            OnRedemptionRecorded.self, OnRedemptionVoided.self, OnRatingAdded.self, OnRatingRemoved.self, OnListingPublished.self, OnCampaignStarted.self,
        ],
        queries: [
            NotificationsOfUser.self, NotificationDetails.self, DecisionsOfNotification.self, UnreadCount.self, NotificationStats.self, PreviewMessages.self,
            PreferencesOfUser.self, Simulate.self, PolicyInForce.self, DecisionRecords.self, NotificationMetrics.self, OptOutAlertList.self, CampaignDetails.self,
            DevelopmentOutbox.self,
        ],
        publishes: [
            NotificationCreated.self, NotificationDecided.self, NotificationSent.self, NotificationOpened.self, DeliveryFailed.self, PushTokenRejected.self,
            PreferencesChanged.self, MessageCampaignStarted.self, OptOutAlertOpened.self, OptOutAlertClosed.self,
        ],
        routes: NotificationRoutes.all,
        live: [
            LiveTopic("notifications/mine", access: .user, feeds: [
                Feed(NotificationCreated.self, as: "notification.created", for: ["userId"],
                     shows: ["notificationId", "category", "kind", "deepLink"]),
            ]),
        ],
        plugins: Channels.all.map { channel in
            PluginDeclaration(channel.plugin) { settings, definition in check(settings, definition) + ChannelSettings.problems(channel, settings) }
        } + [PluginDeclaration(AdministrationRoutes.announcements)],
        texts: [PreferenceTexts.all, AdministrationTexts.all],
        // A payment confirmation does not wait behind a hundred thousand changed events.
        bulkEvents: ["catalog"],
        tenantApplied: { try TakeUpTenant(tx: $0).run() },
        outsideWork: [DeliverySender.self]
    )

    /// What is wrong with a tenant's settings of this service.
    private static func check(_ settings: JSONValue, _ definition: TenantDefinition) -> [(path: String, message: String)] {
        NotificationPolicy.read(settings, zone: definition.timezone, languages: definition.languages).problems
    }
}
