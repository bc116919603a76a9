import ServiceKit

/// What is wrong with a support ticket or with help texts, in other languages.
enum SupportTexts {
    static let all = FeatureTexts(fields: [
        "must be an order of yours": ["fr": "n’est pas une de vos commandes", "ar": "ليس من طلباتك", "es": "no es un pedido tuyo"],
        "must be an event that you can see": [
            "fr": "n’est pas un événement que vous pouvez voir", "ar": "ليس حدثاً يمكنك رؤيته", "es": "no es un evento que puedas ver"
        ],
        "must be a language of the app": [
            "fr": "n’est pas une langue de l’application", "ar": "ليست من لغات التطبيق", "es": "no es un idioma de la aplicación"
        ],
        "names an id twice": ["fr": "contient deux fois un identifiant", "ar": "يذكر معرّفاً مرتين", "es": "repite un identificador"],
        "names a slug twice": ["fr": "contient deux fois un nom", "ar": "يذكر اسماً مرتين", "es": "repite un nombre"],
        "has an unknown kind": ["fr": "contient un genre inconnu", "ar": "يحتوي على نوع غير معروف", "es": "tiene un tipo desconocido"],
        "is too long": ["fr": "est trop long", "ar": "طويل جداً", "es": "es demasiado largo"],
    ], slugs: [
        "support-ticket-closed": [
            "fr": "Cette demande est close. Ouvrez-en une nouvelle.", "ar": "هذا الطلب مغلق. افتح طلباً جديداً.",
            "es": "Esta consulta está cerrada. Abre una nueva."
        ],
        "support-ticket-full": [
            "fr": "Cette conversation est très longue. Fermez-la et ouvrez-en une nouvelle.",
            "ar": "هذه المحادثة طويلة جداً. أغلقها وافتح واحدة جديدة.",
            "es": "Esta conversación es muy larga. Ciérrala y abre una nueva."
        ],
    ])
}
