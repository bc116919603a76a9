import ServiceKit

/// What is wrong with a webhook, in other languages.
package enum WebhookTexts {
    package static let all = FeatureTexts(fields: [
        "must be an https address without user name and fragment": [
            "fr": "doit être une adresse https sans nom d’utilisateur ni fragment",
            "ar": "يجب أن يكون عنوان https دون اسم مستخدم ودون جزء بعد #",
            "es": "debe ser una dirección https sin usuario ni fragmento",
        ],
        "must be an address on the public internet": [
            "fr": "doit être une adresse de l’Internet public", "ar": "يجب أن يكون عنواناً على الإنترنت العام",
            "es": "debe ser una dirección de la internet pública",
        ],
        "must be names of payment events, or * alone": [
            "fr": "doit contenir des noms d’événements de paiement, ou * seul", "ar": "يجب أن يحتوي أسماء أحداث دفع، أو * وحدها",
            "es": "debe contener nombres de eventos de pago, o solo *",
        ],
    ], slugs: [
        "webhook-limit": [
            "fr": "Vous avez déjà dix webhooks. Supprimez-en un d’abord.", "ar": "لديك عشرة عناوين. احذف واحداً أولاً.",
            "es": "Ya tienes diez webhooks. Elimina uno primero.",
        ],
    ])
}
