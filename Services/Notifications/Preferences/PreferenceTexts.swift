import ServiceKit

/// What is wrong with preferences and policies, in other languages.
package enum PreferenceTexts {
    package static let all = FeatureTexts(fields: [
        "must lie 28 to 30 days after 'from'": [
            "fr": "doit être de 28 à 30 jours après 'from'", "ar": "يجب أن يقع بعد 'from' بـ 28 إلى 30 يوماً",
            "es": "debe estar de 28 a 30 días después de 'from'"
        ],
        "is not a channel": ["fr": "ce canal n'existe pas", "ar": "لا توجد قناة كهذه", "es": "ese canal no existe"],
        "is not a category": ["fr": "cette catégorie n'existe pas", "ar": "لا توجد فئة كهذه", "es": "esa categoría no existe"],
        "is not a category or type": [
            "fr": "cette catégorie ou ce type n'existe pas", "ar": "لا توجد فئة أو نوع كهذا", "es": "esa categoría o tipo no existe"
        ],
        "is not a type": ["fr": "ce type n'existe pas", "ar": "لا يوجد نوع كهذا", "es": "ese tipo no existe"],
        "is not a period": ["fr": "cette période n'existe pas", "ar": "لا توجد فترة كهذه", "es": "ese periodo no existe"],
        "is not a candidate": ["fr": "ce candidat n'existe pas", "ar": "لا يوجد مرشح كهذا", "es": "ese candidato no existe"],
        "there is no category '{}'": [
            "fr": "il n'y a pas de catégorie '{}'", "ar": "لا توجد فئة '{}'", "es": "no existe la categoría '{}'"
        ],
        "cannot be switched off": ["fr": "ne peut pas être désactivé", "ar": "لا يمكن إيقافه", "es": "no se puede desactivar"],
        "cannot be silenced": ["fr": "ne peut pas être mis en sourdine", "ar": "لا يمكن كتمه", "es": "no se puede silenciar"],
        "must keep push, email or sms": [
            "fr": "doit garder push, email ou sms", "ar": "يجب أن يبقى push أو email أو sms", "es": "debe conservar push, email o sms"
        ],
        "may be {} days away": ["fr": "peut être à {} jours", "ar": "يمكن أن يبعد {} يوماً", "es": "puede estar a {} días"],
        "may last {} hours": ["fr": "peut durer {} heures", "ar": "يمكن أن يدوم {} ساعة", "es": "puede durar {} horas"],
        "may name {} types": ["fr": "peut nommer {} types", "ar": "يمكن أن يسمّي {} نوعاً", "es": "puede nombrar {} tipos"],
        "may have {} entries": ["fr": "peut avoir {} éléments", "ar": "يمكن أن يحتوي على {} عنصراً", "es": "puede tener {} elementos"],
        "lead to more decisions than an answer holds: ask for fewer, or a shorter time": [
            "fr": "mènent à plus de décisions que n'en tient une réponse : demandez-en moins, ou moins longtemps",
            "ar": "تؤدي إلى قرارات أكثر مما يسعه الجواب: اطلب عدداً أقل أو مدة أقصر",
            "es": "llevan a más decisiones de las que caben en una respuesta: pide menos, o menos tiempo"
        ],
        "may be {} days after the first candidate": [
            "fr": "peut être {} jours après le premier candidat", "ar": "يمكن أن يكون بعد {} يوماً من أول مرشح",
            "es": "puede ser {} días después del primer candidato"
        ],
        "may not lie before the first candidate": [
            "fr": "ne peut pas précéder le premier candidat", "ar": "لا يمكن أن يسبق أول مرشح",
            "es": "no puede ser anterior al primer candidato"
        ],
        "name a category or a type": [
            "fr": "nommez une catégorie ou un type", "ar": "سمِّ فئة أو نوعاً", "es": "nombra una categoría o un tipo"
        ],
        "from and to must differ": [
            "fr": "from et to doivent être différents", "ar": "يجب أن يختلف from عن to", "es": "from y to deben ser distintos"
        ],
        "needs from and to": ["fr": "demande from et to", "ar": "يحتاج إلى from وto", "es": "necesita from y to"],
        "must have an hour and a minute": [
            "fr": "doit avoir une heure et une minute", "ar": "يجب أن يحتوي على ساعة ودقيقة", "es": "debe tener una hora y un minuto"
        ],
    ])
}
