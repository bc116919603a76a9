import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Seeding: what somebody chose. Who has chosen anything already keeps it.
extension ImportPreferences: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard try !tx.recipients.isErased(userId), try tx.preferences.find(userId.rawValue) == Preferences() else { return NoContent() }
        var form = PreferenceForm(Preferences(), policy: try tx.policy(), roles: roles, now: tx.now)
        form.take(document)
        try form.check.check()
        try tx.preferences.save(form.preferences, of: userId.rawValue)
        return NoContent()
    }
}
