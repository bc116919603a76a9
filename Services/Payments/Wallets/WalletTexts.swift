import ServiceKit

/// Why a withdrawal or a statement is refused, in other languages.
enum WalletTexts {
    static let all = FeatureTexts(fields: [
        "must be a month (YYYY-MM)": [
            "fr": "doit être un mois (AAAA-MM)", "ar": "يجب أن يكون شهراً (YYYY-MM)", "es": "debe ser un mes (AAAA-MM)"
        ],
    ], slugs: [
        "insufficient-balance": ["fr": "Le solde ne suffit pas.", "ar": "الرصيد غير كافٍ.", "es": "El saldo no alcanza."],
        "organizer-suspended": [
            "fr": "Ce compte d’organisateur est suspendu.", "ar": "حساب المنظّم هذا موقوف.",
            "es": "Esta cuenta de organizador está suspendida."
        ],
        "payout-account-missing": [
            "fr": "Indiquez d’abord où verser l’argent.", "ar": "حدّد أولاً أين يُحوَّل المال.",
            "es": "Indica primero dónde enviar el dinero."
        ],
    ])
}
