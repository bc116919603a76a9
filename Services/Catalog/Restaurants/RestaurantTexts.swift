import ServiceKit

/// What is wrong with a restaurant, in other languages.
enum RestaurantTexts {
    static let all = FeatureTexts(
        fields: [
            "is taken": ["fr": "est déjà pris", "ar": "مستخدم من قبل", "es": "ya está en uso"],
            "needs near": ["fr": "demande near", "ar": "يحتاج إلى near", "es": "necesita near"],
            "must be a latitude and a longitude, such as {}": [
                "fr": "doit être une latitude et une longitude, par exemple {}", "ar": "يجب أن يكون خط عرض وخط طول، مثل {}",
                "es": "debe ser una latitud y una longitud, por ejemplo {}"
            ],
            "overlaps another period": [
                "fr": "chevauche une autre période", "ar": "يتداخل مع فترة أخرى", "es": "se solapa con otro periodo"
            ],
            "must be one of at most {} periods of a day": [
                "fr": "doit être l'une des {} périodes d'un jour au plus", "ar": "يجب ألا تزيد فترات اليوم على {}",
                "es": "debe ser uno de los {} periodos de un día como máximo"
            ],
            "must not be the same as opens": [
                "fr": "ne doit pas être égal à opens", "ar": "يجب ألا يساوي وقت الفتح", "es": "no debe ser igual que opens"
            ],
            "must be empty on a closed day": [
                "fr": "doit être vide un jour de fermeture", "ar": "يجب أن يكون فارغاً في يوم الإغلاق",
                "es": "debe estar vacío en un día cerrado"
            ],
            "must be at most 24 hours ahead": [
                "fr": "doit être dans les 24 heures", "ar": "يجب ألا يبعد أكثر من 24 ساعة", "es": "debe ser dentro de 24 horas como máximo"
            ],
            "must be a list of rings": [
                "fr": "doit être une liste d'anneaux", "ar": "يجب أن يكون قائمة حلقات",
                "es": "debe ser una lista de anillos"
            ],
            "must be a list of [longitude, latitude]": [
                "fr": "doit être une liste de [longitude, latitude]", "ar": "يجب أن يكون قائمة من [خط الطول، خط العرض]",
                "es": "debe ser una lista de [longitud, latitud]"
            ],
            "must have at most {} points": [
                "fr": "doit avoir au plus {} points", "ar": "يجب ألا يزيد على {} نقطة",
                "es": "debe tener como máximo {} puntos"
            ],
            "must have at least {} points": [
                "fr": "doit avoir au moins {} points", "ar": "يجب ألا يقل عن {} نقاط",
                "es": "debe tener al menos {} puntos"
            ],
            "must end where it begins": [
                "fr": "doit finir où il commence", "ar": "يجب أن ينتهي حيث يبدأ",
                "es": "debe acabar donde empieza"
            ],
            "must not cross itself": [
                "fr": "ne doit pas se croiser", "ar": "يجب ألا يتقاطع مع نفسه",
                "es": "no debe cruzarse consigo mismo"
            ],
            "must have its holes inside and apart from each other": [
                "fr": "doit avoir ses trous à l'intérieur et séparés", "ar": "يجب أن تكون فتحاته في داخله ومنفصلة",
                "es": "debe tener sus huecos dentro y separados"
            ],
        ],
        slugs: [
            "limit-reached": [
                "ar": "وصلت إلى الحد الأقصى المسموح به.", "fr": "La limite est atteinte.",
                "es": "Se ha alcanzado el límite."
            ],
            "restaurant-not-active": [
                "ar": "هذا المطعم غير مفعّل.", "fr": "Ce restaurant n'est pas actif.", "es": "Este restaurante no está activo."
            ],
            "restaurant-incomplete": [
                "ar": "لا يمكن تفعيل المطعم بعد: بعض البيانات ناقصة.",
                "fr": "Ce restaurant ne peut pas encore vendre : il manque des données.",
                "es": "Este restaurante aún no puede vender: faltan datos."
            ],
        ])
}
