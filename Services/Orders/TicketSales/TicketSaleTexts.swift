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
    ], slugs: [
        "age-confirmation-required": [
            "fr": "Confirmez que tout le monde a l’âge requis.", "ar": "أكّد أن الجميع بلغوا السن المطلوبة.",
            "es": "Confirma que todos tienen la edad exigida.",
        ],
        "not-enough-tickets": [
            "fr": "Il ne reste plus assez de billets.", "ar": "لم تبقَ تذاكر كافية.", "es": "No quedan suficientes entradas.",
        ],
        "order-state": [
            "fr": "L’état de cette commande ne le permet pas.", "ar": "حالة هذا الطلب لا تسمح بذلك.",
            "es": "El estado de este pedido no lo permite.",
        ],
        "refund-window-closed": [
            "fr": "Les billets de cet événement ne peuvent plus être rendus.", "ar": "لم يعد ممكناً إرجاع تذاكر هذه الفعالية.",
            "es": "Las entradas de este evento ya no se pueden devolver.",
        ],
        "sales-closed": [
            "fr": "Ces billets ne sont pas en vente.", "ar": "هذه التذاكر ليست معروضة للبيع.",
            "es": "Estas entradas no están a la venta.",
        ],
        "ticket-limit-reached": [
            "fr": "Vous avez atteint le nombre de billets par personne.", "ar": "بلغت عدد التذاكر المسموح به للشخص.",
            "es": "Has llegado al máximo de entradas por persona.",
        ],
        "ticket-transferred": [
            "fr": "Ce billet appartient maintenant à quelqu’un d’autre.", "ar": "أصبحت هذه التذكرة لشخص آخر.",
            "es": "Esta entrada es ahora de otra persona.",
        ],
    ])
}
