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
        "too-many-active-orders": ["ar": "لديك أكبر عدد مسموح من الطلبات النشطة."],
        "cash-not-allowed": ["ar": "يرجى الدفع بالبطاقة: تعذر تسليم طلبات نقدية سابقة."],
        "catalog-unavailable": ["ar": "تعذر الوصول إلى المطعم الآن. حاول مرة أخرى."],
        "quote-not-found": ["ar": "عرض السعر غير موجود."],
        "quote-already-used": ["ar": "تم استخدام عرض السعر في طلب آخر."],
        "quote-expired": ["ar": "انتهت صلاحية عرض السعر. راجع السلة مرة أخرى."],
        "quote-not-orderable": ["ar": "لا يمكن طلب هذه السلة كما هي."],
        "order-not-cancellable": ["ar": "لم يعد بالإمكان إلغاء هذا الطلب."],
        "cancellation-fee-changed": ["ar": "للإلغاء رسوم الآن. وافق عليها للمتابعة."],
        "invalid-transition": ["ar": "حالة الطلب لا تسمح بذلك."],
        "acceptance-window-closed": ["ar": "انتهت مهلة قبول هذا الطلب."],
        "order-not-ready": ["ar": "لم يجهز الطلب بعد."],
        "order-not-delivered": ["ar": "يمكنك تقييم الطلب بعد توصيله."],
        "rating-window-closed": ["ar": "انتهت مهلة تقييم هذا الطلب."],
        "thread-closed": ["ar": "أُغلقت محادثة هذا الطلب."],
        "tracking-link-expired": ["ar": "انتهت صلاحية رابط التتبع."],
        "limit-reached": ["ar": "تم بلوغ الحد المسموح."],
    ])
}
