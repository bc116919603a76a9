import Contracts
import ServiceKit

extension Feature {
    /// What people choose to hear, and unsubscribing.
    package static let preferences = Feature(
        "preferences",
        commands: [
            SetPreferences.self, ResetPreferences.self, Snooze.self, EndSnooze.self, Unsubscribe.self, UndoUnsubscribe.self,
            CloseOptOutAlert.self, ImportPreferences.self,
        ],
        queries: [NotificationStats.self, PreviewMessages.self, PreferencesOfUser.self],
        publishes: [PreferencesChanged.self],
        routes: PreferenceRoutes.all,
        texts: [PreferenceTexts.all])
}
