import ServiceKit

/// Why a wallet refuses something, in other languages.
enum AccountLedgerTexts {
    static let all = FeatureTexts(fields: [
        "is not an account number of this country": [
            "fr": "n'est pas un numéro de compte de ce pays", "ar": "ليس رقم حساب (IBAN) صحيحاً لهذا البلد",
            "es": "no es un número de cuenta de este país"
        ],
        "is not a bank's routing number": [
            "fr": "n'est pas un numéro d'acheminement bancaire", "ar": "ليس رقم توجيه لبنك", "es": "no es un número de ruta bancaria",
        ],
        "must be 4 to 17 digits": [
            "fr": "doit compter de 4 à 17 chiffres", "ar": "يجب أن يكون من 4 إلى 17 رقماً", "es": "debe tener de 4 a 17 dígitos",
        ],
        "must not be 0": ["fr": "ne doit pas être 0", "ar": "يجب ألا يكون صفراً", "es": "no debe ser 0"],
        "is too far from the beginning for one table": [
            "fr": "est trop loin du début pour un seul tableau", "ar": "بعيد جداً عن البداية لجدول واحد",
            "es": "está demasiado lejos del principio para una sola tabla"
        ],
    ])
}
