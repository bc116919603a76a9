import ServiceKit

/// What is wrong with a booking, in other languages.
enum AppointmentTexts {
    static let all = FeatureTexts(fields: [
        "is not a DNI or NIE with its letter": [
            "fr": "n'est pas un DNI ou NIE avec sa lettre", "ar": "ليس رقم DNI أو NIE مع حرفه", "es": "no es un DNI o NIE con su letra"
        ],
        "is not a DNI of 7 or 8 digits": [
            "fr": "n'est pas un DNI de 7 ou 8 chiffres", "ar": "ليس رقم DNI من 7 أو 8 أرقام", "es": "no es un DNI de 7 u 8 cifras"
        ],
        "is beyond what can be booked": [
            "fr": "est au-delà de ce qui peut être réservé", "ar": "أبعد مما يمكن حجزه", "es": "está más allá de lo que se puede reservar"
        ],
        "is not a field of this app": [
            "fr": "n'est pas un champ de cette application", "ar": "ليس حقلاً في هذا التطبيق", "es": "no es un campo de esta aplicación"
        ],
        "is not a hold of this link": [
            "fr": "n'est pas une option de ce lien", "ar": "ليس حجزاً مؤقتاً لهذا الرابط",
            "es": "no es una reserva provisional de este enlace"
        ],
        "is not the time that is held": ["fr": "n'est pas l'heure retenue", "ar": "ليس الوقت المحجوز", "es": "no es la hora reservada"],
        "must be completed or no_show": [
            "fr": "doit être completed ou no_show", "ar": "يجب أن يكون completed أو no_show", "es": "debe ser completed o no_show"
        ],
    ])
}
