import ServiceKit

/// What receipts refuse, in other languages.
enum FuelPageTexts {
    static let all = FeatureTexts(slugs: [
        "receipt-not-ready": [
            "fr": "Cette commande n’a pas de reçu : rien n’a été débité.", "ar": "لا يوجد إيصال لهذا الطلب: لم يُخصم أي مبلغ.",
            "es": "Este pedido no tiene recibo: no se ha cobrado nada.",
        ],
    ])
}
