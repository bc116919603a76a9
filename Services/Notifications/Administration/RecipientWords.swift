import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit

/// Says why things were decided as each recipient reads it: in their language and by their clock.
struct RecipientWords {
    private let policy: NotificationPolicy
    private let recipients: RecipientStore
    private let preferences: PreferenceStore
    private let openAlerts: Set<String>
    private var known: [String: Why] = [:]
    init(_ policy: NotificationPolicy, _ recipients: RecipientStore, _ preferences: PreferenceStore) throws {
        (self.policy, self.recipients, self.preferences) = (policy, recipients, preferences)
        openAlerts = try preferences.openAlerts()
    }

    mutating func line(_ evaluation: CandidateStore.Evaluation) throws -> String {
        try why(evaluation.recipientId).line(evaluation.decision, at: evaluation.at)
    }
    private mutating func why(_ recipient: String) throws -> Why {
        if let found = known[recipient] { return found }
        let (person, chosen) = (try recipients.person(User.ID(recipient)), try preferences.find(recipient))
        let why = Why(locale: chosen.locale ?? person.recipient.locale, zone: try policy.zone(person.profile, chosen), policy: policy,
                      openAlerts: openAlerts)
        known[recipient] = why
        return why
    }
}
