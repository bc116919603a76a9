import ServiceKit

/// What is wrong with a password, in other languages.
package enum PasswordTexts {
    package static let all = FeatureTexts(fields: [
        "is one of the most common passwords": [
            "fr": "fait partie des mots de passe les plus courants", "ar": "من كلمات المرور الشائعة جداً",
            "es": "es una de las contraseñas más comunes"
        ],
        "must not be your name, e-mail address or phone number": [
            "fr": "ne doit être ni votre e-mail, ni votre nom, ni votre numéro", "ar": "يجب ألا تكون بريدك أو اسمك أو رقم هاتفك",
            "es": "no debe ser tu correo, tu nombre ni tu teléfono"
        ],
        "must not be the name of the app": [
            "fr": "ne doit pas être le nom de l'application", "ar": "يجب ألا تكون اسم التطبيق",
            "es": "no debe ser el nombre de la aplicación"
        ],
    ])
}
