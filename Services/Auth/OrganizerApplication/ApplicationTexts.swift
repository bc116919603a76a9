import ServiceKit

/// Why a step or a decision is refused, in other languages.
enum ApplicationTexts {
    static let all = FeatureTexts(fields: [
        "is not the picture of your account": [
            "fr": "n'est pas l'image de votre compte", "ar": "ليست صورة حسابك", "es": "no es la imagen de tu cuenta"
        ],
        "must be an https address": [
            "fr": "doit être une adresse https", "ar": "يجب أن يكون عنوان https", "es": "debe ser una dirección https"
        ],
    ], slugs: [
        "application-state": [
            "fr": "La demande ne le permet pas maintenant.", "ar": "حالة الطلب لا تسمح بذلك الآن.",
            "es": "La solicitud no lo permite ahora."
        ],
        "application-incomplete": [
            "fr": "Il manque encore des étapes à votre demande.", "ar": "لم تكتمل خطوات طلبك بعد.",
            "es": "Todavía faltan pasos en tu solicitud."
        ],
        "contact-not-verified": [
            "fr": "Vérifiez d’abord l’e-mail ou le téléphone de votre compte.", "ar": "أكّد أولاً بريد حسابك أو هاتفه.",
            "es": "Verifica primero el correo o el teléfono de tu cuenta."
        ],
        "terms-outdated": [
            "fr": "Il existe une version plus récente des conditions.", "ar": "توجد نسخة أحدث من الشروط.",
            "es": "Hay una versión más reciente de las condiciones."
        ],
    ])
}
