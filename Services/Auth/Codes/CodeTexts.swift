import ServiceKit

/// What is wrong with a one-time code, in other languages.
package enum CodeTexts {
    package static let all = FeatureTexts(fields: [
        "must have six digits": ["fr": "doit avoir six chiffres", "ar": "يجب أن يتكوّن من ستة أرقام", "es": "debe tener seis cifras"],
        "is not right or no longer good": [
            "fr": "n'est pas correct ou plus valable", "ar": "غير صحيح أو لم يعد صالحاً", "es": "no es correcto o ya no es válido"
        ],
        "is not in your profile": ["fr": "n'est pas dans votre profil", "ar": "ليس في ملفك الشخصي", "es": "no está en tu perfil"],
    ], slugs: [
        "already-verified": ["fr": "C’est déjà vérifié.", "ar": "تمّ التحقق من ذلك من قبل.", "es": "Ya está verificado."],
        "invalid-code": ["fr": "Ce code n’est pas valable.", "ar": "هذا الرمز غير صالح.", "es": "Este código no es válido."],
    ])
}
