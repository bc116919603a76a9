import ServiceKit

/// What is wrong with a gate or a scan, in other languages.
enum CheckInTexts {
    static let all = FeatureTexts(fields: [
        "is not a gate of this event": [
            "fr": "n'est pas une entrée de cet événement", "ar": "ليست بوابة لهذه الفعالية", "es": "no es una puerta de este evento"
        ],
        "must be ticket types of this event": [
            "fr": "doit nommer des types de billets de cet événement", "ar": "يجب أن تكون أنواع تذاكر هذه الفعالية",
            "es": "deben ser tipos de entrada de este evento"
        ],
        "is not a status of a ticket": ["fr": "n'est pas un état de billet", "ar": "ليس حالة تذكرة", "es": "no es un estado de entrada"],
        "send either code or serial": ["fr": "envoyez code ou serial", "ar": "أرسل code أو serial", "es": "envía code o serial"],
        "was used for another scan": ["fr": "a servi pour un autre scan", "ar": "استُخدم لمسح آخر", "es": "se usó para otro escaneo"],
    ])
}
