import ServiceKit

/// What is wrong with a rating of an event, in other languages.
enum SocialTexts {
    static let all = FeatureTexts(slugs: [
        "event-not-started": [
            "fr": "Cet événement n’a pas encore commencé.", "ar": "لم تبدأ هذه الفعالية بعد.",
            "es": "Este evento aún no ha empezado.",
        ],
        "not-an-attendee": [
            "fr": "Seules les personnes qui ont un billet peuvent noter cet événement.", "ar": "لا يقيّم هذه الفعالية إلا من لديه تذكرة.",
            "es": "Solo quien tiene una entrada puede valorar este evento.",
        ],
        "own-event": [
            "fr": "Vous ne pouvez pas noter votre propre événement.", "ar": "لا يمكنك تقييم فعاليتك.",
            "es": "No puedes valorar tu propio evento.",
        ],
    ])
}
