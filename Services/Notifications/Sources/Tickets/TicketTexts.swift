import ServiceKit

/// What is wrong with preferences of organizers, in other languages.
enum TicketTexts {
    static let all = FeatureTexts(fields: [
        "is for organizers": ["fr": "est réservé aux organisateurs", "ar": "مخصص للمنظمين", "es": "es para organizadores"],
    ])
}
