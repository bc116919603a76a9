import ServiceKit

/// What is wrong with a step of a delivery, in the languages of apps.
enum FuelDeliveryTexts {
    static let all = FeatureTexts(fields: [
        "must not be more than 12 hours ago": [
            "fr": "ne doit pas dater de plus de 12 heures",
            "ar": "يجب ألا يكون قبل أكثر من 12 ساعة",
            "es": "no debe ser de hace más de 12 horas",
        ],
        "must not be before the last step": [
            "fr": "ne doit pas précéder la dernière étape",
            "ar": "يجب ألا يسبق الخطوة الأخيرة",
            "es": "no debe ser anterior al último paso",
        ],
        "must be a driver": ["fr": "doit être un chauffeur", "ar": "يجب أن يكون سائقًا", "es": "debe ser un conductor"],
        "must be more than the start": [
            "fr": "doit être supérieur au début", "ar": "يجب أن يكون أكبر من القراءة الأولى", "es": "debe ser mayor que el inicio",
        ],
        "is more than the tank takes": [
            "fr": "dépasse la capacité du réservoir", "ar": "أكثر من سعة الخزان", "es": "supera la capacidad del depósito",
        ],
        "must be 1 to 100 entries": [
            "fr": "doit avoir 1 à 100 éléments", "ar": "يجب أن يحتوي على 1 إلى 100 عنصر", "es": "debe tener de 1 a 100 elementos",
        ],
    ], slugs: [
        "shift-required": [
            "fr": "Commencez d’abord un service.", "ar": "ابدأ مناوبة أولاً.", "es": "Primero empieza un turno.",
        ],
        "open-deliveries": [
            "fr": "Terminez ou rendez d’abord les livraisons de ce service.", "ar": "أنهِ توصيلات هذه المناوبة أو اتركها أولاً.",
            "es": "Primero termina o devuelve las entregas de este turno.",
        ],
        "another-delivery-active": [
            "fr": "Terminez d’abord votre livraison en cours.",
            "ar": "أنهِ توصيلتك الحالية أولاً.",
            "es": "Primero termina tu entrega activa.",
        ],
        "not-at-location": [
            "fr": "Vous n’êtes pas encore chez le client.",
            "ar": "لم تصل إلى موقع العميل بعد.",
            "es": "Aún no estás en el lugar del cliente.",
        ],
        "meter-rollback": [
            "fr": "Le compteur indique moins qu’avant.", "ar": "العداد يعرض أقل من السابق.", "es": "El medidor muestra menos que antes.",
        ],
        "truck-stock-exceeded": [
            "fr": "Le camion n’avait pas autant de carburant.", "ar": "لم يكن في الشاحنة هذا القدر من الوقود.",
            "es": "El camión no tenía tanto combustible.",
        ],
    ])
}
