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
        // The words of a campaign.
        "is longer than {}": ["fr": "dépasse {} caractères", "ar": "أطول من {} حرفاً", "es": "supera los {} caracteres"],
        "is empty": ["fr": "est vide", "ar": "فارغ", "es": "está vacío"],
        "has control characters": [
            "fr": "contient des caractères de contrôle", "ar": "يحتوي على محارف تحكّم", "es": "contiene caracteres de control"
        ],
        "the body alone tells the fact (T2)": [
            "fr": "le texte doit tout dire à lui seul (T2)", "ar": "يجب أن يقول النص وحده كل شيء (T2)",
            "es": "el texto debe decirlo todo por sí solo (T2)"
        ],
        "\"{}\" says nothing: tell the fact (T3)": [
            "fr": "« {} » ne dit rien : dites le fait (T3)", "ar": "«{}» لا يقول شيئاً: اذكر الخبر (T3)",
            "es": "«{}» no dice nada: di el hecho (T3)"
        ],
        "\"{}\" is read later than it is written: say the time (T3)": [
            "fr": "« {} » sera lu plus tard qu'écrit : dites l'heure (T3)", "ar": "«{}» يُقرأ بعد كتابته: اذكر الوقت (T3)",
            "es": "«{}» se lee más tarde de lo que se escribe: di la hora (T3)"
        ],
        "{{}} is a time: write {{}|when}, which is absolute and on the reader's clock (T1)": [
            "fr": "{{}} est une heure : écrivez {{}|when}, à l'heure du lecteur (T1)",
            "ar": "{{}} وقت: اكتب {{}|when} ليظهر بتوقيت القارئ (T1)",
            "es": "{{}} es una hora: escribe {{}|when}, en la hora de quien lee (T1)"
        ],
        "the format {} does not exist": ["fr": "le format {} n'existe pas", "ar": "لا توجد صيغة {}", "es": "no existe el formato {}"],
        "no campaign sends these": ["fr": "aucune campagne ne les envoie", "ar": "لا حملة ترسل هذه", "es": "ninguna campaña los envía"],
        "is not a neighbourhood of this app": [
            "fr": "n'est pas un quartier de cette application", "ar": "ليس حياً في هذا التطبيق",
            "es": "no es un barrio de esta aplicación"
        ],
    ])
}
