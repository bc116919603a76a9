import ServiceKit

/// What is wrong with the lines of a claim, in other languages.
enum ClaimTexts {
    static let all = FeatureTexts(fields: [
        "{} is counted in {}": ["fr": "{} se compte en {}", "ar": "{} يُحسب بـ {}", "es": "{} se cuenta en {}"],
    ], slugs: [
        "sold-out": ["fr": "Il n’en reste plus assez.", "ar": "لم يبقَ ما يكفي.", "es": "No quedan suficientes."],
    ])
}
