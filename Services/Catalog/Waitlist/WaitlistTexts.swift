import ServiceKit

/// Why somebody cannot wait for tickets, or take those that were offered, in other languages.
enum WaitlistTexts {
    static let all = FeatureTexts(slugs: [
        "already-waiting": [
            "fr": "Vous êtes déjà sur la liste d’attente.", "ar": "أنت على قائمة الانتظار بالفعل.",
            "es": "Ya estás en la lista de espera.",
        ],
        "offer-expired": ["fr": "Cette offre n’est plus valable.", "ar": "انتهى هذا العرض.", "es": "Esta oferta ha terminado."],
        "tickets-available": ["fr": "Il reste des billets.", "ar": "ما زالت هناك تذاكر.", "es": "Todavía quedan entradas."],
    ])
}
