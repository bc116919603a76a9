import ServiceKit

/// What is wrong with a decision about a report, in other languages.
enum ModerationTexts {
    static let all = FeatureTexts(fields: [
        "does not fit this report": ["fr": "ne convient pas à ce signalement", "ar": "لا يناسب هذا البلاغ",
                                     "es": "no corresponde a esta denuncia"],
    ], slugs: [
        "already-reported": ["fr": "Vous l’avez déjà signalé.", "ar": "أبلغت عن هذا من قبل.", "es": "Ya lo has denunciado."],
        "report-resolved": [
            "fr": "Ce signalement est déjà traité.", "ar": "عولج هذا البلاغ من قبل.", "es": "Esta denuncia ya está resuelta.",
        ],
    ])
}
