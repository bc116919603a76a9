import ServiceKit

/// What is wrong with an offer of a ticket, in other languages.
enum TransferTexts {
    static let all = FeatureTexts(fields: [
        "send either email or phone": ["fr": "envoyez email ou phone", "ar": "أرسل email أو phone", "es": "envía email o phone"],
        "is your own address": ["fr": "est votre propre adresse", "ar": "هذا عنوانك أنت", "es": "es tu propia dirección"],
        "must be incoming or outgoing": [
            "fr": "doit être incoming ou outgoing", "ar": "يجب أن يكون incoming أو outgoing", "es": "debe ser incoming o outgoing"
        ],
    ])
}
