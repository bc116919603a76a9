import ServiceKit

/// What is wrong with a campaign, in other languages.
enum CampaignTexts {
    static let all = FeatureTexts(fields: [
        "must be 0.5 to 5.0 in steps of 0.5": [
            "fr": "doit être de 0,5 à 5,0 par pas de 0,5", "ar": "يجب أن يكون من 0.5 إلى 5.0 بخطوات 0.5",
            "es": "debe ser de 0,5 a 5,0 en pasos de 0,5"
        ],
        "must be after the start": [
            "fr": "doit être après le début", "ar": "يجب أن يكون بعد البداية", "es": "debe ser posterior al inicio"
        ],
        "must be at most {} days after the start": [
            "fr": "doit être au plus {} jours après le début", "ar": "يجب ألا يزيد على {} يوماً بعد البداية",
            "es": "debe ser como máximo {} días después del inicio"
        ],
    ])
}
