import ServiceKit

/// What is wrong with a question about tickets, in other languages.
enum TicketTexts {
    static let all = FeatureTexts(fields: [
        "must be upcoming, past or all": [
            "fr": "doit être upcoming, past ou all", "ar": "يجب أن يكون upcoming أو past أو all", "es": "debe ser upcoming, past o all"
        ],
    ])
}
