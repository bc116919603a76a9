import ServiceKit

/// What is wrong with a truck or a shift, in the languages of apps.
enum TruckTexts {
    static let all = FeatureTexts(fields: [
        "must be T- and three digits": [
            "fr": "doit être T- et trois chiffres", "ar": "يجب أن يكون T- وثلاثة أرقام", "es": "debe ser T- y tres dígitos",
        ],
        "must be a service area": [
            "fr": "doit être une zone desservie", "ar": "يجب أن تكون منطقة خدمة", "es": "debe ser una zona de servicio",
        ],
        "must be 1 to 6 entries": [
            "fr": "doit avoir 1 à 6 éléments", "ar": "يجب أن يحتوي على 1 إلى 6 عناصر", "es": "debe tener de 1 a 6 elementos",
        ],
        "must hold 50 to 5000 gallons each": [
            "fr": "doivent contenir chacun 50 à 5000 gallons", "ar": "يجب أن تتسع كل منها من 50 إلى 5000 غالون",
            "es": "deben contener de 50 a 5000 galones cada uno",
        ],
        "must not name a fuel twice": [
            "fr": "ne doit pas nommer un carburant deux fois", "ar": "يجب ألا يتكرر نوع الوقود", "es": "no debe repetir un combustible",
        ],
        "must name known fuels": [
            "fr": "doit nommer des carburants connus", "ar": "يجب أن يذكر أنواع وقود معروفة", "es": "debe nombrar combustibles conocidos",
        ],
        "must be a number with at most 3 decimals": [
            "fr": "doit être un nombre avec au plus 3 décimales", "ar": "يجب أن يكون رقمًا بثلاث منازل عشرية على الأكثر",
            "es": "debe ser un número con 3 decimales como máximo",
        ],
        "must be more than 0": ["fr": "doit être supérieur à 0", "ar": "يجب أن يكون أكبر من 0", "es": "debe ser mayor que 0"],
        "must not be 0": ["fr": "ne doit pas être 0", "ar": "يجب ألا يكون صفراً", "es": "no debe ser 0"],
    ], slugs: [
        "compartment-overfilled": [
            "fr": "Le compartiment ne peut pas contenir autant.",
            "ar": "لا تتسع الحجرة لهذه الكمية.",
            "es": "El compartimento no puede contener tanto.",
        ],
        "fuel-not-carried": [
            "fr": "Le camion ne transporte pas ce carburant.",
            "ar": "الشاحنة لا تحمل هذا الوقود.",
            "es": "El camión no lleva este combustible.",
        ],
        "insufficient-fuel": [
            "fr": "Le camion n’a pas assez de ce carburant.", "ar": "لا يوجد ما يكفي من هذا الوقود في الشاحنة.",
            "es": "El camión no tiene suficiente de este combustible.",
        ],
        "truck-has-shift": [
            "fr": "Terminez le service de ce camion avant de changer sa zone ou ses compartiments.",
            "ar": "أنهِ مناوبة الشاحنة قبل تغيير منطقتها أو حجراتها.",
            "es": "Termina el turno del camión antes de cambiar su zona o sus compartimentos.",
        ],
        "truck-code-taken": [
            "fr": "Un autre camion a ce code.",
            "ar": "هذا الرمز مستخدم لشاحنة أخرى.",
            "es": "Otro camión tiene este código.",
        ],
        "ticket-used": ["fr": "Ce ticket a déjà été saisi.", "ar": "سبق إدخال هذه التذكرة.", "es": "Este comprobante ya se registró."],
        "shift-already-open": [
            "fr": "Terminez votre service avant d’en commencer un autre.", "ar": "أنهِ مناوبتك قبل بدء أخرى.",
            "es": "Termina tu turno antes de empezar otro.",
        ],
        "truck-in-use": [
            "fr": "Un autre chauffeur a ce camion.",
            "ar": "سائق آخر يستخدم هذه الشاحنة.",
            "es": "Otro conductor tiene este camión.",
        ],
    ])
}
