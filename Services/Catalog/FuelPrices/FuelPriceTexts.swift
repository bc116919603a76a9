import ServiceKit

/// What is wrong with a price or a promo code, in other languages.
enum FuelPriceTexts {
    static let all = FeatureTexts(
        fields: [
            "must be after validFrom": [
                "fr": "doit être après validFrom", "ar": "يجب أن يكون بعد validFrom", "es": "debe ser posterior a validFrom",
            ],
            "must be after startsAt": [
                "fr": "doit être après startsAt", "ar": "يجب أن يكون بعد startsAt", "es": "debe ser posterior a startsAt",
            ],
            "must be at most {} days ahead": [
                "fr": "doit être dans les {} jours", "ar": "يجب أن يكون خلال {} يوماً", "es": "debe ser dentro de {} días como máximo",
            ],
            "must have {} to {} letters A to Z and digits": [
                "fr": "doit avoir de {} à {} lettres de A à Z et chiffres", "ar": "يجب أن يكون من {} إلى {} حرفاً لاتينياً ورقماً",
                "es": "debe tener de {} a {} letras de la A a la Z y cifras",
            ],
        ],
        slugs: [
            "price-exists": [
                "fr": "Ce carburant a déjà un prix à partir de ce moment.", "ar": "يوجد سعر لهذا الوقود ابتداءً من هذا الوقت.",
                "es": "Este combustible ya tiene un precio desde ese momento.",
            ],
            "price-jump": [
                "fr": "C'est plus de 25 % de différence avec le prix actuel. Confirmez que c'est voulu.",
                "ar": "الفرق عن السعر الحالي أكثر من 25٪. أكّد أنك تقصد ذلك.",
                "es": "Es más de un 25 % de diferencia con el precio actual. Confirma que es lo que quieres.",
            ],
            "price-started": [
                "fr": "Ce prix est déjà valable. Publiez-en un autre.", "ar": "هذا السعر سارٍ بالفعل. انشر سعراً آخر.",
                "es": "Este precio ya está en vigor. Publica otro.",
            ],
            "promo-code-taken": [
                "fr": "Il y a déjà un code promo de ce nom.", "ar": "يوجد رمز ترويجي بهذا الاسم.",
                "es": "Ya hay un código promocional con ese nombre.",
            ],
        ])
}
