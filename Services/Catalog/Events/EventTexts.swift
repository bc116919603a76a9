import ServiceKit

/// What is wrong with an event or its ticket types, in other languages.
enum EventTexts {
    static let all = FeatureTexts(fields: [
        "must be within {} days of startDate": [
            "fr": "doit être dans les {} jours suivant startDate", "ar": "يجب أن يكون خلال {} يوماً من startDate",
            "es": "debe ser dentro de los {} días desde startDate"
        ],
        "names a ticket type that this event does not have": [
            "fr": "nomme un type de billet que cet événement n'a pas", "ar": "يسمّي نوع تذكرة غير موجود في هذه الفعالية",
            "es": "nombra un tipo de entrada que este evento no tiene"
        ],
        "is for another ticket type": [
            "fr": "concerne un autre type de billet", "ar": "يخص نوع تذكرة آخر", "es": "es para otro tipo de entrada"
        ],
        "names a ticket type twice": [
            "fr": "nomme deux fois un type de billet", "ar": "يسمّي نوع تذكرة مرتين", "es": "nombra dos veces un tipo de entrada"
        ],
        "needs at least one ticket type": [
            "fr": "demande au moins un type de billet", "ar": "يحتاج إلى نوع تذكرة واحد على الأقل",
            "es": "necesita al menos un tipo de entrada"
        ],
        "at most {} ticket types": [
            "fr": "au plus {} types de billets", "ar": "{} نوع تذكرة على الأكثر", "es": "como máximo {} tipos de entrada"
        ],
        "at most {} tickets per order": [
            "fr": "au plus {} billets par commande", "ar": "{} تذكرة لكل طلب على الأكثر", "es": "como máximo {} entradas por pedido"
        ],
        "{}: {} to {} tickets per order": [
            "fr": "{} : de {} à {} billets par commande", "ar": "{}: من {} إلى {} تذكرة لكل طلب",
            "es": "{}: de {} a {} entradas por pedido"
        ],
        "is not a ticket type of this event": [
            "fr": "n'est pas un type de billet de cet événement", "ar": "ليس نوع تذكرة لهذه الفعالية",
            "es": "no es un tipo de entrada de este evento"
        ],
        "is used by another ticket type of this event": [
            "fr": "est pris par un autre type de billet de cet événement", "ar": "يستخدمه نوع تذكرة آخر لهذه الفعالية",
            "es": "lo usa otro tipo de entrada de este evento"
        ],
        "must not be more than maxPerOrder": [
            "fr": "ne doit pas dépasser maxPerOrder", "ar": "يجب ألا يزيد على maxPerOrder", "es": "no debe superar maxPerOrder"
        ],
        "must be draft, published or cancelled": [
            "fr": "doit être draft, published ou cancelled", "ar": "يجب أن يكون draft أو published أو cancelled",
            "es": "debe ser draft, published o cancelled"
        ],
    ], slugs: [
        "age-restricted": [
            "fr": "Vous n’avez pas l’âge requis pour cet événement.", "ar": "لم تبلغ السن المطلوبة لهذه الفعالية.",
            "es": "No tienes la edad que pide este evento.",
        ],
        "capacity-below-sold": [
            "fr": "Il y a déjà plus de billets vendus ou réservés.", "ar": "بيعت أو حُجزت تذاكر أكثر من ذلك.",
            "es": "Ya hay más entradas vendidas o reservadas.",
        ],
        "confirmation-required": [
            "fr": "Cela demande une confirmation.", "ar": "هذا يحتاج إلى تأكيد.", "es": "Esto necesita una confirmación.",
        ],
        "event-cancelled": ["fr": "Cet événement a été annulé.", "ar": "أُلغيت هذه الفعالية.", "es": "Este evento fue cancelado."],
        "event-closed": [
            "fr": "Cet événement n’accepte plus de types de billets.", "ar": "لا تقبل هذه الفعالية أنواع تذاكر أخرى.",
            "es": "Este evento ya no admite más tipos de entrada.",
        ],
        "event-deleted": ["fr": "Cet événement a été supprimé.", "ar": "حُذفت هذه الفعالية.", "es": "Este evento fue eliminado."],
        "event-is-draft": [
            "fr": "Un brouillon se modifie directement.", "ar": "المسودة تُعدَّل مباشرة.", "es": "Un borrador se edita directamente.",
        ],
        "event-not-cancellable": [
            "fr": "Cet événement ne peut pas être annulé maintenant.", "ar": "لا يمكن إلغاء هذه الفعالية الآن.",
            "es": "Este evento no se puede cancelar ahora.",
        ],
        "event-not-deletable": [
            "fr": "Cet événement ne peut pas être supprimé maintenant.", "ar": "لا يمكن حذف هذه الفعالية الآن.",
            "es": "Este evento no se puede eliminar ahora.",
        ],
        "event-not-draft": [
            "fr": "Seul un brouillon peut être publié.", "ar": "لا تُنشر إلا المسودات.", "es": "Solo se puede publicar un borrador.",
        ],
        "event-not-restorable": [
            "fr": "Cet événement ne peut pas être rétabli.", "ar": "لا يمكن استعادة هذه الفعالية.",
            "es": "Este evento no se puede restaurar.",
        ],
        "image-corrupt": ["fr": "L’image est illisible.", "ar": "تعذّرت قراءة الصورة.", "es": "No se puede leer la imagen."],
        "image-too-large": [
            "fr": "L’image a trop de pixels.", "ar": "أبعاد الصورة كبيرة جداً.", "es": "La imagen tiene demasiados píxeles.",
        ],
        "not-event-owner": ["fr": "Cet événement n’est pas le vôtre.", "ar": "هذه الفعالية ليست لك.", "es": "Este evento no es tuyo."],
        "organizer-approval-required": [
            "fr": "Seuls les organisateurs approuvés peuvent créer des événements.", "ar": "لا ينشئ الفعاليات إلا المنظمون المعتمدون.",
            "es": "Solo los organizadores aprobados pueden crear eventos.",
        ],
        "poster-too-small": ["fr": "L’affiche est trop petite.", "ar": "الملصق صغير جداً.", "es": "El cartel es demasiado pequeño."],
        "stale-version": [
            "fr": "L’événement a été modifié entre-temps. Rechargez-le.", "ar": "عُدِّلت الفعالية في هذه الأثناء. أعد تحميلها.",
            "es": "El evento cambió mientras tanto. Cárgalo de nuevo.",
        ],
        "ticket-type-has-sales": [
            "fr": "Des billets de ce type sont vendus ou réservés.", "ar": "بيعت أو حُجزت تذاكر من هذا النوع.",
            "es": "Hay entradas de este tipo vendidas o reservadas.",
        ],
        "unsupported-image": [
            "fr": "Ce format d’image n’est pas accepté.", "ar": "نوع الصورة هذا غير مقبول.",
            "es": "Este formato de imagen no se acepta.",
        ],
    ])
}
