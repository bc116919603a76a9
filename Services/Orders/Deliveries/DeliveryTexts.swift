import ServiceKit

/// What is refused to couriers and staff, in other languages.
enum DeliveryTexts {
    static let all = FeatureTexts(fields: fields, slugs: slugs)

    private static let fields: [String: [String: String]] = [
        "must be a courier": ["ar": "يجب أن يكون مندوب توصيل", "fr": "doit être un livreur", "es": "debe ser un repartidor"],
        "must not be a party of the order": [
            "ar": "يجب ألا يكون طرفاً في الطلب", "fr": "ne doit pas être une partie de la commande", "es": "no debe ser parte del pedido",
        ],
        "must be near the restaurant": [
            "ar": "يجب أن يكون قريباً من المطعم", "fr": "doit être près du restaurant", "es": "debe estar cerca del restaurante",
        ],
        "must be the total of the order": [
            "ar": "يجب أن يساوي إجمالي الطلب", "fr": "doit être le total de la commande", "es": "debe ser el total del pedido",
        ],
        "must be in the currency of the app": [
            "ar": "يجب أن يكون بعملة التطبيق", "fr": "doit être dans la devise de l'application",
            "es": "debe estar en la moneda de la aplicación",
        ],
        "must be four digits": ["ar": "يجب أن يكون أربعة أرقام", "fr": "doit avoir quatre chiffres", "es": "debe tener cuatro cifras"],
        "must be the id of an upload": [
            "ar": "يجب أن يكون معرّف صورة مرفوعة", "fr": "doit être l'identifiant d'un envoi", "es": "debe ser el id de un archivo subido",
        ],
        "is only for orders that are left at the door": [
            "ar": "فقط للطلبات التي تُترك عند الباب", "fr": "est réservé aux commandes laissées à la porte",
            "es": "es solo para pedidos que se dejan en la puerta",
        ],
        "is not the customer's code": [
            "ar": "ليس رمز العميل", "fr": "n'est pas le code du client", "es": "no es el código del cliente",
        ],
        "must be a place on earth": [
            "ar": "يجب أن يكون موقعاً على الأرض", "fr": "doit être un lieu sur terre", "es": "debe ser un lugar de la tierra",
        ],
        "must be car, motorcycle or bicycle": [
            "ar": "يجب أن تكون car أو motorcycle أو bicycle", "fr": "doit être car, motorcycle ou bicycle",
            "es": "debe ser car, motorcycle o bicycle",
        ],
        "must not be in the future": [
            "ar": "يجب ألا يكون في المستقبل", "fr": "ne doit pas être dans le futur", "es": "no debe estar en el futuro",
        ],
        "must be active or final": [
            "ar": "يجب أن تكون active أو final", "fr": "doit être active ou final", "es": "debe ser active o final",
        ],
        "is not a status of a delivery": [
            "ar": "ليست حالة توصيل", "fr": "n'est pas un état de livraison", "es": "no es un estado de entrega",
        ],
        "is not a status of a courier": [
            "ar": "ليست حالة مندوب", "fr": "n'est pas un état de livreur", "es": "no es un estado de repartidor",
        ],
    ]

    private static let slugs: [String: [String: String]] = [
        "delivery-already-assigned": [
            "ar": "هذا التوصيل لدى مندوب آخر.", "fr": "Un autre livreur a cette livraison.", "es": "Otro repartidor tiene esta entrega.",
        ],
        "delivery-cancelled": ["ar": "أُلغي هذا التوصيل.", "fr": "Cette livraison a été annulée.", "es": "Esta entrega se canceló."],
        "courier-offline": ["ar": "كن متاحاً أولاً.", "fr": "Passez d'abord en ligne.", "es": "Conéctate primero."],
        "too-many-deliveries": [
            "ar": "أكمل توصيلاً قبل أن تأخذ آخر.", "fr": "Terminez une livraison avant d'en prendre une autre.",
            "es": "Termina una entrega antes de tomar otra.",
        ],
        "cash-limit-reached": [
            "ar": "سلّم النقد الذي معك قبل أن تأخذ هذا التوصيل.", "fr": "Remettez vos espèces avant de prendre cette livraison.",
            "es": "Entrega el efectivo que tienes antes de tomar esta entrega.",
        ],
        "offer-not-live": ["ar": "انتهى هذا العرض.", "fr": "Cette offre est terminée.", "es": "Esta oferta terminó."],
        "not-assigned": ["ar": "هذا التوصيل ليس لك.", "fr": "Cette livraison n'est pas à vous.", "es": "Esta entrega no es tuya."],
        "order-not-ready": [
            "ar": "المطعم ما زال يحضّر هذا الطلب.", "fr": "Le restaurant prépare encore cette commande.",
            "es": "El restaurante todavía prepara este pedido.",
        ],
        "wrong-delivery-code": [
            "ar": "هذا ليس رمز العميل.", "fr": "Ce n'est pas le code du client.", "es": "Este no es el código del cliente.",
        ],
        "delivery-code-locked": [
            "ar": "أُدخل الرمز خطأً مرات كثيرة. اطلب من الدعم إكمال التوصيل.",
            "fr": "Le code a été faux trop souvent. Demandez à l'assistance de terminer la livraison.",
            "es": "El código fue incorrecto demasiadas veces. Pide al soporte que complete la entrega.",
        ],
        "too-early": [
            "ar": "انتظر العميل قليلاً بعد.", "fr": "Attendez encore un peu le client.", "es": "Espera un poco más al cliente.",
        ],
        "courier-not-approved": [
            "ar": "هذا الحساب غير معتمد للتوصيل بعد.", "fr": "Ce compte ne peut pas encore livrer.",
            "es": "Esta cuenta aún no puede repartir.",
        ],
        "active-deliveries": [
            "ar": "أكمل توصيلاتك قبل أن تغيب.", "fr": "Terminez vos livraisons avant de passer hors ligne.",
            "es": "Termina tus entregas antes de desconectarte.",
        ],
    ]
}
