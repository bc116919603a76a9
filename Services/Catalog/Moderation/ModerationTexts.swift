import ServiceKit

/// What is wrong with a decision about a report, in other languages.
enum ModerationTexts {
    static let all = FeatureTexts(fields: [
        "does not fit this report": ["fr": "ne convient pas à ce signalement", "ar": "لا يناسب هذا البلاغ",
                                     "es": "no corresponde a esta denuncia"],
    ])
}
