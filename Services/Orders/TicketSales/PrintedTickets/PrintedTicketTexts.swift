import ServiceKit

/// What is wrong with a question about printed tickets, in other languages.
enum PrintedTicketTexts {
    static let all = FeatureTexts(fields: [
        "must be a4, a5 or a6": ["fr": "doit être a4, a5 ou a6", "ar": "يجب أن يكون a4 أو a5 أو a6", "es": "debe ser a4, a5 o a6"],
    ])
}
