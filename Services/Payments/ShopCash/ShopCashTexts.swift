import ServiceKit

/// Why cash of a shop cannot be settled, in other languages.
enum ShopCashTexts {
    static let all = FeatureTexts(fields: [
        "was used for this shop before": [
            "fr": "a déjà servi pour ce magasin", "ar": "استُخدم لهذا المتجر من قبل", "es": "ya se usó para esta tienda"
        ],
        "is required: you work at several shops": [
            "fr": "est obligatoire : vous travaillez dans plusieurs magasins", "ar": "مطلوب: أنت تعمل في عدة متاجر",
            "es": "es obligatorio: trabajas en varias tiendas"
        ],
    ])
}
