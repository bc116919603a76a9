import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Seeding: what somebody chose. Who has chosen anything already keeps it.
extension ImportPreferences: Command {
    public func handle(in tx: NotificationsTransaction) throws -> NoContent {
        guard try !tx.recipients.isErased(userId) else { return NoContent() }
        let editor = try PreferenceEditor(tx, user: userId.rawValue, roles: roles)
        guard editor.preferences == Preferences() else { return NoContent() }
        var form = editor.form
        form.take(document)
        try form.check.check()
        try tx.preferences.save(form.preferences, of: userId.rawValue)
        return NoContent()
    }
}
