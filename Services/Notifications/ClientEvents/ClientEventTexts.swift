import ServiceKit

/// What is wrong with a report, in other languages.
package enum ClientEventTexts {
    package static let all = FeatureTexts(fields: [
        "must each have a UUID as id and a time (RFC 3339) as at": [
            "fr": "doivent avoir chacun un UUID comme id et une date et heure (RFC 3339) comme at",
            "ar": "يجب أن يكون لكل منها UUID في id ووقت (RFC 3339) في at",
            "es": "deben tener cada uno un UUID como id y una fecha y hora (RFC 3339) como at",
        ],
    ])
}
