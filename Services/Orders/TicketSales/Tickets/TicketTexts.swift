import ServiceKit

/// What is wrong with a question about tickets, in other languages.
enum TicketTexts {
    static let all = FeatureTexts(fields: [
        "must be upcoming, past or all": [
            "fr": "doit être upcoming, past ou all", "ar": "يجب أن يكون upcoming أو past أو all", "es": "debe ser upcoming, past o all"
        ],
    ], slugs: [
        "reissue-limit": [
            "fr": "Le code de ce billet ne peut plus être renouvelé.", "ar": "لم يعد ممكناً تجديد رمز هذه التذكرة.",
            "es": "El código de esta entrada ya no se puede renovar.",
        ],
        "ticket-not-active": [
            "fr": "Ce billet n’est plus valable.", "ar": "لم تعد هذه التذكرة صالحة.", "es": "Esta entrada ya no es válida.",
        ],
    ])
}
