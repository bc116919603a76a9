import ServiceKit

/// Why a document or a decision is refused, in other languages.
enum IdentityTexts {
    static let all = FeatureTexts(slugs: [
        "identity-pending": [
            "fr": "Votre document est en cours de vérification.", "ar": "يجري التحقق من وثيقتك.",
            "es": "Estamos comprobando tu documento."
        ],
        "identity-state": [
            "fr": "Cette identité n’attend pas de décision.", "ar": "هذه الهوية لا تنتظر قراراً.",
            "es": "Esta identidad no espera una decisión."
        ],
        "identity-in-use": [
            "fr": "Quelqu’un d’autre a été vérifié avec ce document.", "ar": "تم التحقق من شخص آخر بهذه الوثيقة.",
            "es": "Otra persona se verificó con este documento."
        ],
    ])
}
