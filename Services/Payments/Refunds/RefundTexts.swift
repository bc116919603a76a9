import ServiceKit

/// Why a refund is refused, in other languages.
package enum RefundTexts {
    package static let all = FeatureTexts(fields: [:], slugs: [
        "refund-limit": [
            "fr": "C’est plus que ce que vous pouvez rembourser sur une commande.",
            "ar": "هذا أكثر مما يمكنك ردّه لطلب واحد. اسأل المشرف.",
            "es": "Es más de lo que puedes devolver de un pedido."
        ],
        "cash-not-refundable": [
            "fr": "Cette commande a été payée en espèces.", "ar": "دُفع هذا الطلب نقداً ولا يمكن ردّه إلى بطاقة.",
            "es": "Este pedido se pagó en efectivo."
        ],
        "order-not-delivered": [
            "fr": "Cette commande n’est pas encore livrée.", "ar": "لم يُسلَّم هذا الطلب بعد.",
            "es": "Este pedido todavía no se ha entregado.",
        ],
    ])
}
