/// Sentences for the slugs of routes that every app has besides the generic ones: accounts, payments, the message log. In English the refusal's own detail is
/// the message; it says more.
enum AccountMessages {
    /// Nil: the detail is the message.
    static func message(_ slug: String, _ language: String) -> String? { all[slug]?[String(language.prefix { $0 != "-" }.lowercased())] }

    private static let all: [String: [String: String]] = accounts.merging(payments) { first, _ in first }

    private static let accounts: [String: [String: String]] = [
        "already-verified": ["fr": "C’est déjà vérifié.", "ar": "تمّ التحقق من ذلك من قبل.", "es": "Ya está verificado."],
        "account-exists": ["fr": "Il y a déjà un compte ici.", "ar": "يوجد حساب هنا من قبل.", "es": "Ya existe una cuenta."],
        "date-of-birth-locked": [
            "fr": "La date de naissance ne peut plus être changée.", "ar": "لم يعد ممكناً تغيير تاريخ الميلاد.",
            "es": "La fecha de nacimiento ya no se puede cambiar."
        ],
        "invalid-code": ["fr": "Ce code n’est pas valable.", "ar": "هذا الرمز غير صالح.", "es": "Este código no es válido."],
        "organizer-account": [
            "fr": "Ce compte tient encore quelque chose qui doit d’abord être fermé.", "ar": "هذا الحساب مرتبط بشيء يجب إغلاقه أولاً.",
            "es": "Esta cuenta todavía tiene algo que hay que cerrar antes."
        ],
        "registration-closed": ["fr": "L’inscription n’est pas ouverte ici.", "ar": "التسجيل غير مفتوح هنا.", "es": "El registro no está abierto aquí."],
        "dead-letter-not-whole": [
            "fr": "Ce message n’est pas gardé en entier.", "ar": "هذه الرسالة غير محفوظة كاملة.", "es": "Este mensaje no se guardó entero."
        ],
        "dead-letter-final": [
            "fr": "L’envoyer encore une fois ne change rien.", "ar": "إرسالها مرة أخرى لا يغيّر شيئاً.", "es": "Enviarlo otra vez no cambia nada."
        ],
        "range-not-satisfiable": ["fr": "Cette partie n’existe pas.", "ar": "هذا الجزء غير موجود.", "es": "Esa parte no existe."],
        "upgrade-required": ["fr": "Cette adresse attend un WebSocket.", "ar": "هذا العنوان ينتظر اتصال WebSocket.",
            "es": "Esta dirección espera un WebSocket."]
    ]

    private static let payments: [String: [String: String]] = [
        "hold-expired": ["fr": "La réservation a expiré.", "ar": "انتهت مدة الحجز.", "es": "La reserva ha vencido."],
        "insufficient-balance": ["fr": "Le solde ne suffit pas.", "ar": "الرصيد غير كافٍ.", "es": "El saldo no alcanza."],
        "order-already-paid": ["fr": "Cette commande est déjà payée.", "ar": "هذا الطلب مدفوع من قبل.", "es": "Este pedido ya está pagado."],
        "payment-canceled": ["fr": "Ce paiement a été annulé.", "ar": "أُلغي هذا الدفع.", "es": "Este pago se canceló."],
        "payment-in-progress": ["fr": "Un paiement est déjà en cours.", "ar": "هناك دفع جارٍ الآن.", "es": "Ya hay un pago en curso."],
        "payment-state": [
            "fr": "Ce n’est pas possible dans l’état de ce paiement.", "ar": "هذا غير ممكن في حالة هذا الدفع.", "es": "No es posible en el estado de este pago."
        ],
        "payout-account-missing": [
            "fr": "Indiquez d’abord où verser l’argent.", "ar": "حدّد أولاً أين يُحوَّل المال.",
            "es": "Indica primero dónde enviar el dinero."
        ],
        "refund-exceeds-payment": [
            "fr": "C’est plus que ce qui reste de ce paiement.", "ar": "هذا أكثر مما تبقّى من هذا الدفع.", "es": "Es más de lo que queda de este pago."
        ],
        "too-many-payment-attempts": [
            "fr": "Trop d’essais de paiement. Réessayez plus tard.", "ar": "محاولات دفع كثيرة. حاول لاحقاً.",
            "es": "Demasiados intentos de pago. Prueba más tarde."
        ],
        "too-many-payment-methods": [
            "fr": "Vous avez déjà trop de moyens de paiement.", "ar": "لديك وسائل دفع كثيرة.", "es": "Ya tienes demasiados medios de pago."
        ]
    ]
}
