import NotificationPolicy

/// Types that every tenant sends, with the texts of tenants without words of their own: codes and warnings of an account.
enum AccountTypes {
    static let all: [NotificationPolicy.MessageType] = {
        var code = NotificationPolicy.MessageType(name: "otp-code", cat: NotificationPolicy.platformCategory)
        (code.channels, code.feed, code.counts, code.expires) = ([.sms], false, false, InstantExpression("at+PT5M"))
        var mailed = code
        mailed.channels = [.email]
        var security = NotificationPolicy.MessageType(name: "security", cat: NotificationPolicy.platformCategory)
        (security.channels, security.on) = ([.push, .email], ["auth.session-revoked.v1", "auth.password-changed.v1"])
        return [code, mailed.named("password-reset"), mailed.named("contact-verification"), security]
    }()
    /// A code is the only number of six digits in its text: phones and tests find it so.
    static let templates: [String: [String: NotificationPolicy.Texts]] = [
        "otp-code": [
            "en": .init(title: "Your code", body: "Your {app} code is {code}. It works until {expiresAt|when}. Tell it to nobody.",
                why: "Somebody signs in with this number."),
            "fr": .init(title: "Votre code", body: "Votre code {app} : {code}. Ne le donnez à personne.",
                        why: "Quelqu’un se connecte avec ce numéro."),
            "ar": .init(title: "رمزك", body: "رمز {app} الخاص بك: {code}. لا تعطه لأحد.", why: "يتم تسجيل الدخول بهذا الرقم."),
            "es": .init(title: "Tu código", body: "Tu código de {app}: {code}. No se lo des a nadie.",
                        why: "Alguien inicia sesión con este número."),
        ],
        "password-reset": [
            "en": .init(title: "Choose a new password",
                body: "Your {app} code for a new password is {code}. If you did not ask for it, do nothing.",
                why: "A new password was asked for."),
            "fr": .init(title: "Nouveau mot de passe",
                body: "Votre code {app} pour un nouveau mot de passe : {code}. Sinon, ignorez ce message.",
                why: "Un nouveau mot de passe a été demandé."),
            "ar": .init(title: "كلمة مرور جديدة", body: "رمز {app} لكلمة مرور جديدة: {code}. إن لم تطلبه فتجاهل هذه الرسالة.",
                        why: "تم طلب كلمة مرور جديدة."),
            "es": .init(title: "Nueva contraseña",
                body: "Tu código de {app} para una nueva contraseña: {code}. Si no lo pediste, ignóralo.",
                why: "Se pidió una nueva contraseña."),
        ],
        "contact-verification": [
            "en": .init(title: "Confirm that this is yours",
                body: "Your {app} code is {code}. Enter it in the app to confirm this address or number.",
                why: "You added this contact."),
            "fr": .init(title: "Confirmez ce contact", body: "Votre code {app} : {code}. Saisissez-le dans l’application.",
                why: "Vous avez ajouté ce contact."),
            "ar": .init(title: "تأكيد جهة الاتصال", body: "رمز {app} الخاص بك: {code}. أدخله في التطبيق.",
                        why: "لقد أضفت جهة الاتصال هذه."),
            "es": .init(title: "Confirma este contacto", body: "Tu código de {app}: {code}. Escríbelo en la aplicación.",
                        why: "Añadiste este contacto."),
        ],
        "security": [
            "en": .init(title: "Security of your account", body: "{security|security} If this was not you, change your password.",
                        why: "You have an account."),
            "fr": .init(title: "Sécurité de votre compte", body: "{security|security} Si ce n’était pas vous, changez votre mot de passe.",
                        why: "Vous avez un compte."),
            "ar": .init(title: "أمان حسابك", body: "{security|security} إن لم تكن أنت فغيّر كلمة المرور.", why: "لديك حساب."),
            "es": .init(title: "Seguridad de tu cuenta", body: "{security|security} Si no fuiste tú, cambia tu contraseña.",
                        why: "Tienes una cuenta."),
        ],
    ]
}
