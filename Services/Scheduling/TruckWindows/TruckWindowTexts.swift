import ServiceKit

/// What is wrong with schedules, rosters and questions for windows, and why an order gets none, in other languages.
enum TruckWindowTexts {
    static let all = FeatureTexts(fields: [
        "must be a weekday (mon to sun)": [
            "fr": "doit être un jour de la semaine (mon à sun)", "ar": "يجب أن يكون يوماً من الأسبوع (mon إلى sun)",
            "es": "debe ser un día de la semana (mon a sun)",
        ],
        "must be weekdays (mon to sun)": [
            "fr": "doit contenir des jours de la semaine (mon à sun)", "ar": "يجب أن يحتوي على أيام من الأسبوع (mon إلى sun)",
            "es": "debe contener días de la semana (mon a sun)",
        ],
        "must be pairs of times (HH:mm, up to 24:00)": [
            "fr": "doit contenir des paires d'heures (HH:mm, jusqu'à 24:00)", "ar": "يجب أن يحتوي على أزواج من الأوقات (HH:mm حتى 24:00)",
            "es": "debe contener pares de horas (HH:mm, hasta 24:00)",
        ],
        "must end after they begin": [
            "fr": "doivent finir après leur début", "ar": "يجب أن تنتهي بعد بدايتها", "es": "deben terminar después de empezar",
        ],
        "must not overlap": ["fr": "ne doivent pas se chevaucher", "ar": "يجب ألا تتداخل", "es": "no deben solaparse"],
        "must be true, unless hours are sent": [
            "fr": "doit être true s'il n'y a pas d'heures", "ar": "يجب أن يكون true عند غياب الساعات",
            "es": "debe ser true si no hay horas",
        ],
        "must not stand beside closed": [
            "fr": "ne doit pas accompagner closed", "ar": "يجب ألا يرافق closed", "es": "no debe acompañar a closed",
        ],
        "must be one of the next {} days": [
            "fr": "doit être l'un des {} prochains jours", "ar": "يجب أن يكون ضمن الأيام {} القادمة",
            "es": "debe ser uno de los próximos {} días",
        ],
        "is not a service area": ["fr": "n'est pas une zone desservie", "ar": "ليس منطقة خدمة", "es": "no es una zona de servicio"],
        "is not a fuel": ["fr": "n'est pas un carburant", "ar": "ليس نوع وقود", "es": "no es un combustible"],
    ], slugs: [
        "window-full": [
            "fr": "Ce créneau de livraison est complet. Choisissez-en un autre.", "ar": "اكتملت فترة التوصيل هذه. اختر فترة أخرى.",
            "es": "Esta franja de entrega está completa. Elige otra.",
        ],
        "window-closed": [
            "fr": "Ce créneau de livraison ne peut plus être réservé. Choisissez-en un autre.",
            "ar": "لم يعد بالإمكان حجز فترة التوصيل هذه. اختر فترة أخرى.",
            "es": "Esta franja de entrega ya no se puede reservar. Elige otra.",
        ],
        "asap-unavailable": [
            "fr": "Nous ne pouvons pas venir maintenant. Choisissez un créneau de livraison.",
            "ar": "لا يمكننا الحضور الآن. اختر فترة توصيل.", "es": "No podemos ir ahora. Elige una franja de entrega.",
        ],
    ])
}
