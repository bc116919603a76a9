import ServiceKit

/// What is wrong with an order of tickets, in other languages.
enum TicketSaleTexts {
    static let all = FeatureTexts(fields: [
        "must be tickets of this order": [
            "fr": "doit nommer des billets de cette commande", "ar": "يجب أن تكون تذاكر هذا الطلب",
            "es": "deben ser entradas de este pedido"
        ],
        "must name one person per ticket ({})": [
            "fr": "doit nommer une personne par billet ({})", "ar": "يجب تسمية شخص لكل تذكرة ({})",
            "es": "debe nombrar una persona por entrada ({})"
        ],
        "must have {} to {} lines": [
            "fr": "doit avoir de {} à {} lignes", "ar": "يجب أن يحتوي على {} إلى {} سطراً", "es": "debe tener de {} a {} líneas"
        ],
        "is not a status of an order": ["fr": "n'est pas un état de commande", "ar": "ليس حالة طلب", "es": "no es un estado de pedido"],
    ])
}
