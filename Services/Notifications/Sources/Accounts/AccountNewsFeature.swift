import Contracts
import ServiceKit

extension Feature {
    /// What accounts notify people of.
    static let accountNews = Feature(
        "account-news",
        reactions: [
            OnOneTimeCode.self, OnSuspiciousSession.self, OnPasswordChanged.self, OnIdentityDecided.self,
            OnOrganizerApplicationDecided.self,
        ])
}
