/// Sentences for the slugs that every app has (common §7), for people, in the languages of the platform.
enum GenericMessages {
    /// Nil for a slug of one app: its detail is the message.
    static func message(_ slug: String, _ language: String) -> String? {
        guard let messages = all[slug] else { return nil }
        let code = language.prefix { $0 != "-" }.lowercased()
        return messages[code] ?? messages["en"]
    }

    /// Whether every app has words for a slug in a language.
    static func isTranslated(_ slug: String, _ code: String) -> Bool { all[slug]?[code] != nil }

    private static let all: [String: [String: String]] = [
        "malformed-request": [
            "en": "The request could not be read.", "fr": "La requête n'a pas pu être lue.",
            "ar": "تعذّرت قراءة الطلب.", "es": "No se pudo leer la solicitud."
        ],
        "unauthenticated": [
            "en": "Sign in to continue.", "fr": "Connectez-vous pour continuer.", "ar": "سجّل الدخول للمتابعة.",
            "es": "Inicia sesión para continuar."
        ],
        "invalid-credentials": [
            "en": "The sign-in details are not right.", "fr": "Les identifiants sont incorrects.",
            "ar": "بيانات الدخول غير صحيحة.", "es": "Los datos de acceso no son correctos."
        ],
        "token-expired": [
            "en": "Your session has expired. Sign in again.", "fr": "Votre session a expiré. Reconnectez-vous.",
            "ar": "انتهت الجلسة. سجّل الدخول مجدداً.", "es": "Tu sesión ha caducado. Inicia sesión de nuevo."
        ],
        "session-revoked": [
            "en": "This session was ended. Sign in again.", "fr": "Cette session a été fermée. Reconnectez-vous.",
            "ar": "أُنهيت هذه الجلسة. سجّل الدخول مجدداً.", "es": "Esta sesión se ha cerrado. Inicia sesión de nuevo."
        ],
        "forbidden": [
            "en": "You are not allowed to do this.", "fr": "Vous n'avez pas le droit de faire cela.",
            "ar": "غير مسموح لك بذلك.", "es": "No tienes permiso para hacer esto."
        ],
        "not-found": [
            "en": "There is nothing here that you can see.", "fr": "Il n'y a rien ici que vous puissiez voir.",
            "ar": "لا يوجد شيء هنا.", "es": "Aquí no hay nada que puedas ver."
        ],
        "method-not-allowed": [
            "en": "This cannot be done here.", "fr": "Cette action n'est pas possible ici.", "ar": "هذا الإجراء غير متاح هنا.",
            "es": "Esto no se puede hacer aquí."
        ],
        "not-acceptable": [
            "en": "This format is not offered.", "fr": "Ce format n'est pas proposé.", "ar": "هذه الصيغة غير متوفرة.",
            "es": "Este formato no está disponible."
        ],
        "conflict": [
            "en": "This is not possible right now.", "fr": "Ce n'est pas possible pour le moment.", "ar": "هذا غير ممكن الآن.",
            "es": "Esto no es posible ahora."
        ],
        "gone": [
            "en": "This is no longer available.", "fr": "Ceci n'est plus disponible.", "ar": "لم يعد هذا متاحاً.",
            "es": "Esto ya no está disponible."
        ],
        "payload-too-large": [
            "en": "That is too large.", "fr": "L'envoi est trop volumineux.", "ar": "المحتوى كبير جداً.",
            "es": "El contenido es demasiado grande."
        ],
        "unsupported-media-type": [
            "en": "This kind of content is not accepted.", "fr": "Ce type de contenu n'est pas accepté.",
            "ar": "هذا النوع من المحتوى غير مقبول.", "es": "Este tipo de contenido no se acepta."
        ],
        "validation-failed": [
            "en": "Some fields are not valid.", "fr": "Certains champs ne sont pas valides.", "ar": "بعض الحقول غير صالحة.",
            "es": "Algunos campos no son válidos."
        ],
        "idempotency-key-reused": [
            "en": "This Idempotency-Key was used for another request.", "fr": "Cette Idempotency-Key a déjà servi à une autre requête.",
            "ar": "استُخدم مفتاح Idempotency-Key لطلب آخر.", "es": "Esta Idempotency-Key se usó para otra solicitud."
        ],
        "too-many-requests": [
            "en": "Too many requests. Try again in a moment.", "fr": "Trop de requêtes. Réessayez dans un instant.",
            "ar": "طلبات كثيرة جداً. حاول بعد قليل.", "es": "Demasiadas solicitudes. Inténtalo en un momento."
        ],
        "internal-error": [
            "en": "Something went wrong on our side.", "fr": "Une erreur est survenue de notre côté.",
            "ar": "حدث خطأ من جانبنا.", "es": "Algo ha fallado por nuestra parte."
        ],
        "service-unavailable": [
            "en": "This does not work right now. Try again in a moment.",
            "fr": "Service momentanément indisponible. Réessayez dans un instant.",
            "ar": "الخدمة غير متاحة حالياً. حاول بعد قليل.", "es": "El servicio no está disponible. Inténtalo en un momento."
        ]
    ]

    /// The generic slugs with their statuses, for the documentation.
    static let statuses: [(slug: String, status: Int)] = [
        ("malformed-request", 400), ("unauthenticated", 401), ("token-expired", 401), ("session-revoked", 401), ("forbidden", 403),
        ("not-found", 404),
        ("method-not-allowed", 405), ("not-acceptable", 406), ("payload-too-large", 413), ("unsupported-media-type", 415),
        ("validation-failed", 422), ("idempotency-key-reused", 422),
        ("too-many-requests", 429), ("internal-error", 500), ("service-unavailable", 503)
    ]
}
