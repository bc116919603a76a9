import Contracts
import Kernel
import NotificationPolicy
import NotificationsEngine
import NotificationsKit

/// One person's preferences: read, changed, saved, with everything that follows from a change.
package struct PreferenceEditor {
    package let tx: NotificationsTransaction
    package let policy: NotificationPolicy
    package let user: String
    package let roles: [String]
    package let preferences: Preferences
    /// Zone in force where nobody chose one.
    private let zone: String
    /// Language of the profile; nil: unknown.
    private let ownLocale: String?
    private var locale: String { ownLocale ?? policy.languages.first ?? "en" }
    /// The language they read, if it is one of the app's.
    package var language: String? {
        (preferences.locale ?? ownLocale).map(TextLanguageTag.language).flatMap { policy.languages.contains($0) ? $0 : nil }
    }

    /// The asker's. Throws 401 for a guest.
    package init(_ tx: NotificationsTransaction) throws {
        let principal = try tx.user()
        try self.init(tx, user: principal.userID.rawValue, roles: principal.roles)
        try tx.recipients.sawActive(principal.userID, at: tx.now)
    }
    package init(_ tx: NotificationsTransaction, user: String, roles: [String]? = nil) throws {
        (self.tx, self.user, policy) = (tx, user, try tx.policy())
        let person = try tx.recipients.person(User.ID(user))
        self.roles = roles ?? person.profile?.roles ?? []
        (zone, ownLocale) = (person.profile?.zone ?? policy.zone, person.recipient.locale)
        preferences = try tx.preferences.find(user)
    }
    package var form: PreferenceForm {
        PreferenceForm(preferences, policy: policy, roles: roles, zone: zone, locale: locale, now: tx.now)
    }
    package var view: PreferenceView { view(of: preferences) }
    private func view(of preferences: Preferences) -> PreferenceView {
        PreferenceView(policy: policy, preferences: preferences, roles: roles, zone: zone, locale: locale, style: tx.definition.json)
    }

    package struct Saved {
        package let editor: PreferenceEditor
        package let preferences: Preferences
        /// The document as it is now.
        package func answer(_ view: String?) throws -> JSONValue {
            let shown = editor.view(of: preferences)
            switch view {
            case "channels": return shown.channels
            case "simple": return shown.simple
            default: return shown.document(weekCounts: try editor.weekCounts(in: preferences.timezone ?? editor.zone), now: editor.tx.now)
            }
        }
    }

    /// Saves, tells the world what was switched off, counts who left a category, and decides what waits anew.
    package func save(_ changed: Preferences, by whom: String) throws -> Saved {
        var changed = changed
        changed.snoozes.removeAll { $0.until <= tx.now }
        try tx.preferences.save(changed, of: user)
        var off: [PreferencesChanged.Switch] = []
        for category in policy.categoriesByRank {
            let interrupting = [ChannelName.push, .email, .sms]
            func isOn(_ channel: ChannelName, _ preferences: Preferences) -> Bool {
                (preferences.isEnabled != false || category.isMandatory)
                    && policy.isOn(channel, category: category, roles: roles, preferences)
            }
            let before = interrupting.filter { isOn($0, preferences) }, after = interrupting.filter { isOn($0, changed) }
            off += before.filter { !after.contains($0) }.map { .init(category: category.name, channel: $0.rawValue) }
            // The master switch is a value of its own: it leaves no category.
            func isChosen(_ preferences: Preferences) -> Bool {
                interrupting.contains { policy.isOn($0, category: category, roles: roles, preferences) }
            }
            guard isChosen(preferences), !isChosen(changed) else { continue }
            try tx.preferences.leave(category.name, user, at: tx.now)
            try OptOutAlerts(tx: tx, policy: policy).check(category.name)
        }
        if changed != preferences { try tx.publish(PreferencesChanged(recipientId: user, turnedOff: off, by: whom)) }
        try ReconsiderHeld.reconsider(of: user, in: tx)
        return Saved(editor: self, preferences: changed)
    }

    /// Sends by category since the week began in a zone.
    private func weekCounts(in name: String) throws -> [String: Int] {
        let zone = try TimeZoneRules.named(name)
        let (start, _) = LocalCalendar.week(of: tx.now, zone, startingOn: policy.weekStart)
        return try tx.history.counts(of: user, from: zone.startOfDay(start)).compactMapValues { $0["send"] }
    }
}
