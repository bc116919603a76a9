import ServiceKit

/// What is wrong with a payment method, in other languages.
package enum PaymentMethodTexts {
    package static let all = FeatureTexts(fields: [
        "is not a card number": ["fr": "n'est pas un numéro de carte", "ar": "ليس رقم بطاقة", "es": "no es un número de tarjeta"],
        "must be a phone number with its country: {}": [
            "fr": "doit être un numéro de téléphone avec son pays : {}", "ar": "يجب أن يكون رقم هاتف مع رمز بلده: {}",
            "es": "debe ser un número de teléfono con su país: {}"
        ],
        "must be a payment method of Stripe": [
            "fr": "doit être un moyen de paiement de Stripe", "ar": "يجب أن يكون وسيلة دفع من Stripe",
            "es": "debe ser un medio de pago de Stripe"
        ],
        "must be a token of the payment sheet": [
            "fr": "doit être un jeton de la feuille de paiement", "ar": "يجب أن يكون رمزاً من شاشة الدفع",
            "es": "debe ser un token de la hoja de pago"
        ],
        "cannot be kept; send it with each payment": [
            "fr": "ne peut pas être conservé ; envoyez-le avec chaque paiement", "ar": "لا يمكن حفظه؛ أرسله مع كل عملية دفع",
            "es": "no se puede guardar; envíalo con cada pago"
        ],
    ], slugs: [
        "too-many-payment-methods": [
            "fr": "Vous avez déjà trop de moyens de paiement.", "ar": "لديك وسائل دفع كثيرة.",
            "es": "Ya tienes demasiados medios de pago."
        ],
    ])
}
