import ServiceKit

/// What is wrong with an event or its ticket types, in other languages.
enum EventTexts {
    static let all = FeatureTexts(fields: [
        "must be within {} days of startDate": [
            "fr": "doit être dans les {} jours suivant startDate", "ar": "يجب أن يكون خلال {} يوماً من startDate",
            "es": "debe ser dentro de los {} días desde startDate"
        ],
        "names a ticket type that this event does not have": [
            "fr": "nomme un type de billet que cet événement n'a pas", "ar": "يسمّي نوع تذكرة غير موجود في هذه الفعالية",
            "es": "nombra un tipo de entrada que este evento no tiene"
        ],
        "is for another ticket type": [
            "fr": "concerne un autre type de billet", "ar": "يخص نوع تذكرة آخر", "es": "es para otro tipo de entrada"
        ],
        "names a ticket type twice": [
            "fr": "nomme deux fois un type de billet", "ar": "يسمّي نوع تذكرة مرتين", "es": "nombra dos veces un tipo de entrada"
        ],
        "needs at least one ticket type": [
            "fr": "demande au moins un type de billet", "ar": "يحتاج إلى نوع تذكرة واحد على الأقل",
            "es": "necesita al menos un tipo de entrada"
        ],
        "at most {} ticket types": [
            "fr": "au plus {} types de billets", "ar": "{} نوع تذكرة على الأكثر", "es": "como máximo {} tipos de entrada"
        ],
        "at most {} tickets per order": [
            "fr": "au plus {} billets par commande", "ar": "{} تذكرة لكل طلب على الأكثر", "es": "como máximo {} entradas por pedido"
        ],
        "{}: {} to {} tickets per order": [
            "fr": "{} : de {} à {} billets par commande", "ar": "{}: من {} إلى {} تذكرة لكل طلب",
            "es": "{}: de {} a {} entradas por pedido"
        ],
        "is not a ticket type of this event": [
            "fr": "n'est pas un type de billet de cet événement", "ar": "ليس نوع تذكرة لهذه الفعالية",
            "es": "no es un tipo de entrada de este evento"
        ],
        "is used by another ticket type of this event": [
            "fr": "est pris par un autre type de billet de cet événement", "ar": "يستخدمه نوع تذكرة آخر لهذه الفعالية",
            "es": "lo usa otro tipo de entrada de este evento"
        ],
        "must not be more than maxPerOrder": [
            "fr": "ne doit pas dépasser maxPerOrder", "ar": "يجب ألا يزيد على maxPerOrder", "es": "no debe superar maxPerOrder"
        ],
        "must be draft, published or cancelled": [
            "fr": "doit être draft, published ou cancelled", "ar": "يجب أن يكون draft أو published أو cancelled",
            "es": "debe ser draft, published o cancelled"
        ],
    ])
}
