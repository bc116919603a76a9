import ServiceKit

/// What is wrong with a request for a price, in the languages of apps.
enum FuelQuoteTexts {
    static let all = FeatureTexts(fields: [
        "must not come with location": [
            "fr": "ne doit pas accompagner location", "ar": "يجب ألا يأتي مع location", "es": "no debe ir junto a location",
        ],
        "is more than the tank holds": [
            "fr": "dépasse la contenance du réservoir", "ar": "أكثر مما يتسع له الخزان", "es": "es más de lo que cabe en el depósito",
        ],
    ], slugs: [
        "outside-service-area": [
            "fr": "Nous ne livrons pas encore de carburant à cet endroit.", "ar": "لا نوصل الوقود إلى هذا المكان بعد.",
            "es": "Todavía no llevamos combustible a este lugar.",
        ],
        "price-unavailable": [
            "fr": "Ce carburant n’est pas vendu ici pour le moment.", "ar": "هذا الوقود غير متوفر هنا حالياً.",
            "es": "Este combustible no se vende aquí por ahora.",
        ],
        "fuel-incompatible": [
            "fr": "Ce véhicule demande un autre carburant ou un indice plus élevé.", "ar": "تحتاج هذه المركبة إلى وقود آخر أو درجة أعلى.",
            "es": "Este vehículo necesita otro combustible o de mayor octanaje.",
        ],
        "vehicle-not-verified": [
            "fr": "La plaque n’appartient pas à ce véhicule. Corrigez-la d’abord.", "ar": "اللوحة لا تخص هذه المركبة. صححها أولاً.",
            "es": "La matrícula no pertenece a este vehículo. Corrígela primero.",
        ],
        "promo-exhausted": [
            "fr": "Ce code promo ne peut plus être utilisé.", "ar": "لم يعد بالإمكان استخدام رمز الخصم هذا.",
            "es": "Este código promocional ya no se puede usar.",
        ],
    ])
}
