import Kernel
import NotificationPolicy
import NotificationsKit

extension NotificationPolicy {
    /// Whose clock counts for a person: the one they chose, that of their profile, or the tenant's.
    package func zone(_ profile: RecipientStore.Profile?, _ preferences: Preferences) throws -> TimeZoneRules {
        try (try? TimeZoneRules.named(preferences.timezone ?? profile?.zone ?? zone)) ?? TimeZoneRules.named(zone)
    }
}

extension NotificationsTransaction {
    func zone(of user: User.ID) throws -> TimeZoneRules {
        try policy().zone(recipients.profile(user), preferences.find(user.rawValue))
    }
}
