import ServiceKit

/// What is wrong with a campaign or a report, in other languages.
package enum AdministrationTexts {
    package static let all = FeatureTexts(fields: [
        "may be {} days before 'to'": [
            "fr": "peut être {} jours avant 'to'", "ar": "يمكن أن يسبق 'to' بـ {} يوماً", "es": "puede ser {} días antes de 'to'"
        ],
        "is required without a token": ["fr": "est obligatoire sans jeton", "ar": "مطلوب من دون رمز", "es": "es obligatorio sin token"],
        "must be roles of the app": [
            "fr": "doivent être des rôles de l'application", "ar": "يجب أن تكون من أدوار التطبيق", "es": "deben ser roles de la aplicación"
        ],
        "no campaign sends these": ["fr": "aucune campagne ne les envoie", "ar": "لا حملة ترسل هذه", "es": "ninguna campaña los envía"],
        "is not a neighbourhood of this app": [
            "fr": "n'est pas un quartier de cette application", "ar": "ليس حياً في هذا التطبيق",
            "es": "no es un barrio de esta aplicación"
        ],
    ])
}
