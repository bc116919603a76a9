import ServiceKit

/// What is wrong with working hours and exceptions, in other languages.
enum WorkingHoursTexts {
    static let all = FeatureTexts(fields: [
        "must be 0 (Sunday) to 6": [
            "fr": "doit être de 0 (dimanche) à 6", "ar": "يجب أن يكون من 0 (الأحد) إلى 6", "es": "debe ser de 0 (domingo) a 6"
        ],
        "must be after startTime; hours past midnight are two rows": [
            "fr": "doit être après startTime ; au-delà de minuit il faut deux lignes",
            "ar": "يجب أن يكون بعد startTime؛ ما بعد منتصف الليل سطران",
            "es": "debe ser posterior a startTime; pasada la medianoche son dos filas"
        ],
        "closed days have no times": [
            "fr": "un jour fermé n'a pas d'heures", "ar": "الأيام المغلقة بلا أوقات", "es": "los días cerrados no tienen horas"
        ],
        "a day has at most {} rows": [
            "fr": "un jour a au plus {} lignes", "ar": "لليوم {} أسطر على الأكثر", "es": "un día tiene como máximo {} filas"
        ],
        "overlaps another row of the day": [
            "fr": "chevauche une autre ligne du jour", "ar": "يتداخل مع سطر آخر في اليوم نفسه", "es": "se solapa con otra fila del día"
        ],
        "is none of your rows": ["fr": "n'est pas l'une de vos lignes", "ar": "ليس من أسطرك", "es": "no es una de tus filas"],
        "does not exist on that day": ["fr": "n'existe pas ce jour-là", "ar": "غير موجود في ذلك اليوم", "es": "no existe ese día"],
        "is not a period of time": ["fr": "n'est pas une durée", "ar": "ليس فترة زمنية", "es": "no es un intervalo de tiempo"],
        "is more than {} days from the first": [
            "fr": "est à plus de {} jours du premier", "ar": "يبعد أكثر من {} يوماً عن الأول", "es": "está a más de {} días del primero"
        ],
        "each must be {} to {}": [
            "fr": "chacun doit être compris entre {} et {}", "ar": "يجب أن يكون كل منها بين {} و{}",
            "es": "cada uno debe estar entre {} y {}"
        ],
        "must be at most {} different values": [
            "fr": "doit avoir au plus {} valeurs différentes", "ar": "يجب ألا يزيد على {} قيم مختلفة",
            "es": "debe tener como máximo {} valores distintos"
        ],
    ])
}
