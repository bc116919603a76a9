import ServiceKit

/// What people read, in their language: the gateway's own sentences and those that services declare in their manifests.
package struct Translations: Sendable {
    package let fields: FieldMessages
    private let slugs: [String: [String: String]]

    /// - Parameter declared: by services in a fixed order; the first that declares a sentence decides its words.
    package init(_ declared: [FeatureTexts]) {
        fields = FieldMessages(declared.map(\.fields))
        slugs = declared.reduce(into: Self.ownSlugs) { all, texts in all.merge(texts.slugs) { first, _ in first } }
    }

    /// The gateway's own sentences alone.
    static let generic = Translations([])

    /// The sentence for a slug besides those every app has; nil: the refusal's own detail is the message, as in English.
    package func message(_ slug: String, _ language: String) -> String? { slugs[slug]?[language.prefix { $0 != "-" }.lowercased()] }

    /// Whether people read a slug in a language without a word of the tenant. English needs none: the refusal's detail
    /// is the message.
    package func isTranslated(_ slug: String, _ language: String) -> Bool {
        let code = language.prefix { $0 != "-" }.lowercased()
        return code == "en" || GenericMessages.isTranslated(slug, code) || message(slug, code) != nil
    }

    private static let ownSlugs: [String: [String: String]] = [
        "dead-letter-not-whole": [
            "fr": "Ce message n’est pas gardé en entier.", "ar": "هذه الرسالة غير محفوظة كاملة.", "es": "Este mensaje no se guardó entero."
        ],
        "dead-letter-final": [
            "fr": "L’envoyer encore une fois ne change rien.", "ar": "إرسالها مرة أخرى لا يغيّر شيئاً.",
            "es": "Enviarlo otra vez no cambia nada."
        ],
        "role-required": [
            "fr": "Votre rôle ne permet pas de faire cela.", "ar": "دورك لا يسمح بذلك.", "es": "Tu rol no permite hacer esto."
        ],
        "range-not-satisfiable": ["fr": "Cette partie n’existe pas.", "ar": "هذا الجزء غير موجود.", "es": "Esa parte no existe."],
        "upgrade-required": ["fr": "Cette adresse attend un WebSocket.", "ar": "هذا العنوان ينتظر اتصال WebSocket.",
            "es": "Esta dirección espera un WebSocket."]
    ]
}
