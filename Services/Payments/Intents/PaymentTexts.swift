import ServiceKit

/// Why a payment is refused, in other languages.
enum PaymentTexts {
    static let all = FeatureTexts(fields: [
        "is not offered here": ["fr": "n'est pas proposé ici", "ar": "غير متوفر هنا", "es": "no se ofrece aquí"],
        "is none of your payment methods": [
            "fr": "n'est pas l'un de vos moyens de paiement", "ar": "ليس من وسائل الدفع الخاصة بك",
            "es": "no es uno de tus medios de pago"
        ],
        "must be a card": ["fr": "doit être une carte", "ar": "يجب أن تكون بطاقة", "es": "debe ser una tarjeta"],
        "send either paymentMethodId or method": [
            "fr": "envoyez paymentMethodId ou method", "ar": "أرسل paymentMethodId أو method", "es": "envía paymentMethodId o method"
        ],
        "is none of late, late=<duration up to P30D>, duplicate, never, out-of-order": [
            "fr": "n'est ni late, ni late=<durée jusqu'à P30D>, ni duplicate, ni never, ni out-of-order",
            "ar": "ليس late أو late=<مدة حتى P30D> أو duplicate أو never أو out-of-order",
            "es": "no es late, late=<duración hasta P30D>, duplicate, never ni out-of-order"
        ],
    ], slugs: [
        "hold-expired": ["fr": "La réservation a expiré.", "ar": "انتهت مدة الحجز.", "es": "La reserva ha vencido."],
        "order-already-paid": [
            "fr": "Cette commande est déjà payée.", "ar": "هذا الطلب مدفوع من قبل.", "es": "Este pedido ya está pagado."
        ],
        "payment-canceled": ["fr": "Ce paiement a été annulé.", "ar": "أُلغي هذا الدفع.", "es": "Este pago se canceló."],
        "payment-in-progress": ["fr": "Un paiement est déjà en cours.", "ar": "هناك دفع جارٍ الآن.", "es": "Ya hay un pago en curso."],
        "payment-state": [
            "fr": "Ce n’est pas possible dans l’état de ce paiement.", "ar": "هذا غير ممكن في حالة هذا الدفع.",
            "es": "No es posible en el estado de este pago."
        ],
        "refund-exceeds-payment": [
            "fr": "C’est plus que ce qui reste de ce paiement.", "ar": "هذا أكثر مما تبقّى من هذا الدفع.",
            "es": "Es más de lo que queda de este pago."
        ],
        "too-many-payment-attempts": [
            "fr": "Trop d’essais de paiement. Réessayez plus tard.", "ar": "محاولات دفع كثيرة. حاول لاحقاً.",
            "es": "Demasiados intentos de pago. Prueba más tarde."
        ],
    ])
}
