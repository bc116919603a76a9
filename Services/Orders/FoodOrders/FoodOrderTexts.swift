import ServiceKit

/// What is wrong with an order of food, in Arabic and in the languages of other apps.
enum FoodOrderTexts {
    static let all = FeatureTexts(fields: [
        "is not a status of an order": ["fr": "n'est pas un état de commande", "ar": "ليس حالة طلب", "es": "no es un estado de pedido"],
        "is not a reason that you can give": [
            "fr": "n'est pas un motif que vous pouvez donner", "ar": "ليس سببًا يمكنك اختياره", "es": "no es un motivo que puedas dar",
        ],
        "needs an order that is paid by card": [
            "fr": "exige une commande payée par carte", "ar": "يتطلب طلبًا مدفوعًا بالبطاقة", "es": "requiere un pedido pagado con tarjeta",
        ],
        "needs an order that was accepted": [
            "fr": "exige une commande acceptée", "ar": "يتطلب طلبًا تم قبوله", "es": "requiere un pedido aceptado",
        ],
        "needs an assigned courier": [
            "fr": "exige un livreur désigné", "ar": "يتطلب مندوبًا معيّنًا", "es": "requiere un repartidor asignado",
        ],
        "must not be more than the customer paid": [
            "fr": "ne doit pas dépasser ce que le client a payé", "ar": "يجب ألا يتجاوز ما دفعه العميل",
            "es": "no debe superar lo que pagó el cliente",
        ],
        "must be an amount in {}": [
            "fr": "doit être un montant en {}", "ar": "يجب أن يكون مبلغًا بعملة {}", "es": "debe ser un importe en {}",
        ],
        "must be true or false": ["fr": "doit être vrai ou faux", "ar": "يجب أن يكون صحيحًا أو خطأ", "es": "debe ser verdadero o falso"],
        "must be a phone number": [
            "fr": "doit être un numéro de téléphone", "ar": "يجب أن يكون رقم هاتف", "es": "debe ser un número de teléfono",
        ],
        "must be one of cash, card": ["fr": "doit être cash ou card", "ar": "يجب أن يكون cash أو card", "es": "debe ser cash o card"],
        "must be one of day, restaurant, courier": [
            "fr": "doit être day, restaurant ou courier", "ar": "يجب أن يكون day أو restaurant أو courier",
            "es": "debe ser day, restaurant o courier",
        ],
        "must be a time (RFC 3339)": [
            "fr": "doit être une heure (RFC 3339)", "ar": "يجب أن يكون وقتًا (RFC 3339)", "es": "debe ser una hora (RFC 3339)",
        ],
    ], slugs: [
        "too-many-active-orders": [
            "fr": "Vous avez déjà le nombre maximal de commandes en cours.", "ar": "لديك أكبر عدد مسموح من الطلبات النشطة.",
            "es": "Ya tienes el número máximo de pedidos activos.",
        ],
        "cash-not-allowed": [
            "fr": "Payez par carte : des commandes en espèces n’ont pas pu être livrées.",
            "ar": "يرجى الدفع بالبطاقة: تعذر تسليم طلبات نقدية سابقة.",
            "es": "Paga con tarjeta: no se pudieron entregar pedidos en efectivo.",
        ],
        "catalog-unavailable": [
            "fr": "Le restaurant ne répond pas pour le moment. Réessayez.", "ar": "تعذر الوصول إلى المطعم الآن. حاول مرة أخرى.",
            "es": "El restaurante no responde ahora. Inténtalo de nuevo.",
        ],
        "quote-not-found": [
            "fr": "Ce devis n’existe pas.", "ar": "عرض السعر غير موجود.",
            "es": "Este presupuesto no existe.",
        ],
        "quote-already-used": [
            "fr": "Ce devis a déjà servi à une commande.", "ar": "تم استخدام عرض السعر في طلب آخر.",
            "es": "Este presupuesto ya se usó en otro pedido.",
        ],
        "quote-expired": [
            "fr": "Ce devis a expiré. Vérifiez de nouveau le panier.", "ar": "انتهت صلاحية عرض السعر. راجع السلة مرة أخرى.",
            "es": "Este presupuesto ha caducado. Revisa la cesta.",
        ],
        "quote-not-orderable": [
            "fr": "Ce panier ne peut pas être commandé tel quel.", "ar": "لا يمكن طلب هذه السلة كما هي.",
            "es": "Esta cesta no se puede pedir así.",
        ],
        "order-not-cancellable": [
            "fr": "Cette commande ne peut plus être annulée.", "ar": "لم يعد بالإمكان إلغاء هذا الطلب.",
            "es": "Este pedido ya no se puede cancelar.",
        ],
        "cancellation-fee-changed": [
            "fr": "L’annulation est maintenant payante. Acceptez les frais pour continuer.",
            "ar": "للإلغاء رسوم الآن. وافق عليها للمتابعة.",
            "es": "Cancelar tiene ahora un coste. Acéptalo para continuar.",
        ],
        "invalid-transition": [
            "fr": "L’état de la commande ne le permet pas.", "ar": "حالة الطلب لا تسمح بذلك.",
            "es": "El estado del pedido no lo permite.",
        ],
        "acceptance-window-closed": [
            "fr": "Le délai pour accepter cette commande est passé.", "ar": "انتهت مهلة قبول هذا الطلب.",
            "es": "El plazo para aceptar este pedido ha terminado.",
        ],
        "order-not-ready": [
            "fr": "La commande n’est pas encore prête.", "ar": "لم يجهز الطلب بعد.",
            "es": "El pedido aún no está listo.",
        ],
        "order-not-delivered": [
            "fr": "Cette commande n’est pas encore livrée.", "ar": "لم يُسلَّم هذا الطلب بعد.",
            "es": "Este pedido todavía no se ha entregado.",
        ],
        "rating-window-closed": [
            "fr": "Le délai pour noter cette commande est passé.", "ar": "انتهت مهلة تقييم هذا الطلب.",
            "es": "El plazo para valorar este pedido ha terminado.",
        ],
        "thread-closed": [
            "fr": "La conversation de cette commande est fermée.", "ar": "أُغلقت محادثة هذا الطلب.",
            "es": "La conversación de este pedido está cerrada.",
        ],
        "tracking-link-expired": [
            "fr": "Ce lien de suivi a expiré.", "ar": "انتهت صلاحية رابط التتبع.",
            "es": "Este enlace de seguimiento ha caducado.",
        ],
        "limit-reached": [
            "fr": "La limite est atteinte.", "ar": "وصلت إلى الحد الأقصى المسموح به.",
            "es": "Se ha alcanzado el límite.",
        ],
    ])
}
