import ServiceKit

/// What is wrong with an offer of a ticket, in other languages.
enum TransferTexts {
    static let all = FeatureTexts(fields: [
        "send either email or phone": ["fr": "envoyez email ou phone", "ar": "أرسل email أو phone", "es": "envía email o phone"],
        "is your own address": ["fr": "est votre propre adresse", "ar": "هذا عنوانك أنت", "es": "es tu propia dirección"],
        "must be incoming or outgoing": [
            "fr": "doit être incoming ou outgoing", "ar": "يجب أن يكون incoming أو outgoing", "es": "debe ser incoming o outgoing"
        ],
    ], slugs: [
        "ticket-not-transferable": [
            "fr": "Ce billet ne peut pas être cédé.", "ar": "لا يمكن التنازل عن هذه التذكرة.", "es": "Esta entrada no se puede ceder.",
        ],
        "transfer-expired": [
            "fr": "Ce billet pouvait être repris jusqu’au début de l’événement.", "ar": "كان يمكن أخذ هذه التذكرة حتى بداية الفعالية.",
            "es": "Esta entrada se podía aceptar hasta el comienzo del evento.",
        ],
        "transfer-state": ["fr": "Cette offre est déjà réglée.", "ar": "حُسم هذا العرض من قبل.", "es": "Esta oferta ya está resuelta."],
    ])
}
