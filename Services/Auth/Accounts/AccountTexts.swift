import ServiceKit

/// What registration and profiles refuse, in other languages.
package enum AccountTexts {
    package static let all = FeatureTexts(fields: [
        // Tenant files say this of a profile field.
        "is not the id of an upload": [
            "fr": "n'est pas l'identifiant d'une image envoyée", "ar": "ليس معرّف صورة مرفوعة",
            "es": "no es el identificador de una imagen subida",
        ],
        "is not a telephone number of this country": [
            "fr": "n'est pas un numéro de téléphone de ce pays", "ar": "ليس رقم هاتف من هذا البلد",
            "es": "no es un número de teléfono de este país"
        ],
        "is already registered": ["fr": "est déjà utilisé", "ar": "مسجّل من قبل", "es": "ya está registrado"],
        "does not match the password": [
            "fr": "ne correspond pas au mot de passe", "ar": "لا يطابق كلمة المرور", "es": "no coincide con la contraseña"
        ],
        "must be between {} and today": [
            "fr": "doit être entre le {} et aujourd'hui", "ar": "يجب أن يكون بين {} واليوم", "es": "debe estar entre {} y hoy"
        ],
        "must be between {} and {}": [
            "fr": "doit être entre le {} et le {}", "ar": "يجب أن يكون بين {} و{}", "es": "debe estar entre {} y {}"
        ],
        "must be one of your roles": [
            "fr": "doit être l'un de vos rôles", "ar": "يجب أن يكون أحد أدوارك", "es": "debe ser uno de tus roles"
        ],
        "must be one of the roles": [
            "fr": "doit être l'un des rôles", "ar": "يجب أن يكون أحد الأدوار", "es": "debe ser uno de los roles"
        ],
        "must name at least one role": [
            "fr": "doit nommer au moins un rôle", "ar": "يجب أن يسمّي دوراً واحداً على الأقل", "es": "debe nombrar al menos un rol"
        ],
        "{} is not a role here": ["fr": "{} n'est pas un rôle ici", "ar": "{} ليس دوراً هنا", "es": "{} no es un rol aquí"],
        "one of email and phone is required": [
            "fr": "un e-mail ou un téléphone est obligatoire", "ar": "البريد الإلكتروني أو الهاتف مطلوب",
            "es": "se necesita correo o teléfono"
        ],
        "one of email and phone must stay": [
            "fr": "un e-mail ou un téléphone doit rester", "ar": "يجب أن يبقى البريد الإلكتروني أو الهاتف",
            "es": "debe quedar el correo o el teléfono"
        ],
    ], slugs: [
        "account-exists": ["fr": "Il y a déjà un compte ici.", "ar": "يوجد حساب هنا من قبل.", "es": "Ya existe una cuenta."],
        "date-of-birth-locked": [
            "fr": "La date de naissance ne peut plus être changée.", "ar": "لم يعد ممكناً تغيير تاريخ الميلاد.",
            "es": "La fecha de nacimiento ya no se puede cambiar."
        ],
        "image-too-small": ["fr": "L’image est trop petite.", "ar": "الصورة صغيرة جداً.", "es": "La imagen es demasiado pequeña."],
        "last-developer": [
            "fr": "Personne d’autre n’a ce rôle. Donnez-le d’abord à quelqu’un d’autre.",
            "ar": "لا يملك هذا الدور أحد غيره. امنحه لشخص آخر أولاً.",
            "es": "Nadie más tiene este rol. Dáselo antes a otra persona."
        ],
        "organizer-account": [
            "fr": "Ce compte tient encore quelque chose qui doit d’abord être fermé.", "ar": "هذا الحساب مرتبط بشيء يجب إغلاقه أولاً.",
            "es": "Esta cuenta todavía tiene algo que hay que cerrar antes."
        ],
        "own-roles": [
            "fr": "Vous ne pouvez pas changer vos propres rôles.", "ar": "لا يمكنك تغيير أدوارك بنفسك.",
            "es": "No puedes cambiar tus propios roles.",
        ],
        "registration-closed": [
            "fr": "L’inscription n’est pas ouverte ici.", "ar": "التسجيل غير مفتوح هنا.", "es": "El registro no está abierto aquí."
        ],
    ])
}
