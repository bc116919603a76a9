extension FieldMessages {
    /// Texts for preferences, simulations and rules of single apps.
    static let preferences: [Entry] = [
        ("is not a DNI of 7 or 8 digits", "n'est pas un DNI de 7 ou 8 chiffres", "ليس رقم DNI من 7 أو 8 أرقام", "no es un DNI de 7 u 8 cifras"),
        ("each must be {} to {}", "chacun doit être compris entre {} et {}", "يجب أن يكون كل منها بين {} و{}", "cada uno debe estar entre {} y {}"),
        ("must be at most {} different values", "doit avoir au plus {} valeurs différentes", "يجب ألا يزيد على {} قيم مختلفة",
         "debe tener como máximo {} valores distintos"),
        ("is your own invitation", "est votre propre invitation", "هي دعوتك أنت", "es tu propia invitación"),
        ("was used for another scan", "a servi pour un autre scan", "استُخدم لمسح آخر", "se usó para otro escaneo"),
        ("cannot be silenced", "ne peut pas être mis en sourdine", "لا يمكن كتمه", "no se puede silenciar"),
        ("from and to must differ", "from et to doivent être différents", "يجب أن يختلف from عن to", "from y to deben ser distintos"),
        ("is for organizers", "est réservé aux organisateurs", "مخصص للمنظمين", "es para organizadores"),
        ("may last {} hours", "peut durer {} heures", "يمكن أن يدوم {} ساعة", "puede durar {} horas"),
        ("may name {} types", "peut nommer {} types", "يمكن أن يسمّي {} نوعاً", "puede nombrar {} tipos"),
        ("may have {} entries", "peut avoir {} éléments", "يمكن أن يحتوي على {} عنصراً", "puede tener {} elementos"),
        ("must be a time", "doit être une date et heure", "يجب أن يكون وقتاً", "debe ser una fecha y hora"),
        ("must be a time (RFC 3339)", "doit être une date et heure (RFC 3339)", "يجب أن يكون وقتاً (RFC 3339)", "debe ser una fecha y hora (RFC 3339)"),
        ("needs from and to", "demande from et to", "يحتاج إلى from وto", "necesita from y to"),
        ("must have an hour and a minute", "doit avoir une heure et une minute", "يجب أن يحتوي على ساعة ودقيقة", "debe tener una hora y un minuto"),
        ("may be {} days after the first candidate", "peut être {} jours après le premier candidat", "يمكن أن يكون بعد {} يوماً من أول مرشح",
         "puede ser {} días después del primer candidato"),
        ("there is no category '{}'", "il n'y a pas de catégorie '{}'", "لا توجد فئة '{}'", "no existe la categoría '{}'"),
    ]
}
