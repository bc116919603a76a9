import ServiceKit

/// What is wrong with a question about conflicts, in other languages.
enum PersonalCalendarTexts {
    static let all = FeatureTexts(fields: [
        "cannot be sent together with start and end": [
            "fr": "ne peut pas être envoyé avec start et end", "ar": "لا يمكن إرساله مع start و end",
            "es": "no se puede enviar junto con start y end",
        ],
        "is required, or start and end": [
            "fr": "est requis, ou start et end", "ar": "مطلوب، أو start و end", "es": "es obligatorio, o start y end",
        ],
    ])
}
