import ServiceKit

/// What is wrong with an activation or a redemption, in other languages.
enum MembershipTexts {
    static let all = FeatureTexts(fields: [
        "is required: you work at several shops": [
            "fr": "est obligatoire : vous travaillez dans plusieurs magasins", "ar": "مطلوب: أنت تعمل في عدة متاجر",
            "es": "es obligatorio: trabajas en varias tiendas"
        ],
    ])
}
