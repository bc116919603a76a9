import ServiceKit

/// Why a withdrawal is refused, in other languages.
enum WalletTexts {
    static let all = FeatureTexts(slugs: [
        "insufficient-balance": ["fr": "Le solde ne suffit pas.", "ar": "الرصيد غير كافٍ.", "es": "El saldo no alcanza."],
        "payout-account-missing": [
            "fr": "Indiquez d’abord où verser l’argent.", "ar": "حدّد أولاً أين يُحوَّل المال.",
            "es": "Indica primero dónde enviar el dinero."
        ],
    ])
}
