import Contracts
import ServiceKit

extension Feature {
    /// People as the catalog knows them, and what ends when one erases the account.
    package static let people = Feature(
        "people",
        migrations: [KnowAccounts.self, AddOrganizerProfiles.self, KeepOwnNames.self],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnRolesChanged.self, OnOrganizerUpdated.self, OnUserErased.self],
        publishes: [FriendshipEnded.self, EventCancelled.self])
}
