import Kernel
import NotificationPolicy
import NotificationsKit
import ServiceKit

/// Accounts of every app: codes to sign in with, and warnings.
package struct AccountNews: NotificationSource {
    package init() {}
    package let words: SourceWords = {
        var words = SourceWords()
        (words.types, words.templates) = (AccountTypes.all, AccountTypes.templates)
        words.formats = [
            "security": securityEvents, "document": ReviewWords.documents, "application": ReviewWords.applications,
        ]
        words.samples = { _ in ["security": "password-changed", "document": "verified", "application": "approve"] }
        return words
    }()
    package var feature: Feature? { .accountNews }

    /// What happened to an account: `refresh-reuse`, `password-changed`.
    private static let securityEvents = SourceWords.CodedSentences([
        "password-changed": Phrase("Your password was changed.", "Votre mot de passe a été changé.",
                                   "تم تغيير كلمة المرور.", "Se cambió tu contraseña."),
    ], otherwise: Phrase("An old sign-in was used a second time, so that session was ended.",
                         "Une ancienne connexion a été réutilisée ; la session a été fermée.",
                         "استُخدم تسجيل دخول قديم مرة ثانية فأُنهيت الجلسة.",
                         "Se reutilizó un acceso antiguo y cerramos esa sesión."))
}
