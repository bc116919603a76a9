import Contracts
import NotificationsKit
import ServiceKit

extension Feature {
    /// Deciding whether, when and where a person is told something.
    package static let engine = Feature(
        "engine",
        migrations: [CreateDecisions.self, CreateToldAbout.self, IndexPushTokens.self, KnowWhenAnnounced.self],
        commands: [FlushDigest.self, ForgetNamed.self, Notify.self, SendToContact.self],
        timers: [
            EvaluateCandidate.self, ReconsiderHeld.self, TriggerDue.self, RunSchedule.self, CheckActivity.self, PruneNotifications.self,
            ForgetNamings.self, ContinueAnnouncement.self, StartAnnouncement.self, ReviewOptOutAlert.self,
        ],
        reactions: [
            OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnSessionStarted.self, OnSessionRefreshed.self,
            OnPushTokenChanged.self, OnContactVerified.self, OnSessionRevoked.self, OnUserErased.self,
        ],
        publishes: [
            NotificationCreated.self, NotificationDecided.self, NotificationSent.self, OptOutAlertOpened.self, OptOutAlertClosed.self,
        ],
        tenantApplied: { try ApplyNotificationPolicy(tx: NotificationsTransaction($0)).run() })
}
