import ServiceKit

/// What is wrong with a shop or a rating of it, in other languages.
enum ShopTexts {
    static let all = FeatureTexts(fields: [
        "is required unless there is a comment": [
            "fr": "est obligatoire sans commentaire", "ar": "مطلوب ما لم يوجد تعليق", "es": "es obligatorio si no hay comentario"
        ],
        "must be an object of days": [
            "fr": "doit être un objet de jours", "ar": "يجب أن يكون كائناً من الأيام", "es": "debe ser un objeto de días"
        ],
        "must be a list of at most {} days": [
            "fr": "doit être une liste d'au plus {} jours", "ar": "يجب أن يكون قائمة من {} أيام على الأكثر",
            "es": "debe ser una lista de {} días como máximo"
        ],
        "must be a list of at most {} intervals": [
            "fr": "doit être une liste d'au plus {} intervalles", "ar": "يجب أن يكون قائمة من {} فترات على الأكثر",
            "es": "debe ser una lista de {} intervalos como máximo"
        ],
        "each interval is two times HH:mm": [
            "fr": "chaque intervalle a deux heures HH:mm", "ar": "كل فترة وقتان HH:mm", "es": "cada intervalo tiene dos horas HH:mm"
        ],
        "intervals overlap": ["fr": "des intervalles se chevauchent", "ar": "الفترات متداخلة", "es": "los intervalos se solapan"],
        "is not within {} km of the town": [
            "fr": "n'est pas à moins de {} km de la ville", "ar": "ليس ضمن {} كم من المدينة",
            "es": "no está a menos de {} km de la ciudad"
        ],
        "must be a phone number of this country": [
            "fr": "doit être un numéro de téléphone de ce pays", "ar": "يجب أن يكون رقم هاتف من هذا البلد",
            "es": "debe ser un número de teléfono de este país"
        ],
    ])
}
