import ServiceKit

/// What is wrong with an order of fuel, in the languages of apps.
enum FuelOrderTexts {
    static let all = FeatureTexts(fields: [
        "must not come with quoteId": [
            "fr": "ne doit pas accompagner quoteId", "ar": "يجب ألا يأتي مع quoteId", "es": "no debe ir junto a quoteId",
        ],
        "must not lie in the future": [
            "fr": "ne doit pas être dans le futur", "ar": "يجب ألا يكون في المستقبل", "es": "no debe estar en el futuro",
        ],
        "must not be before the quote": [
            "fr": "ne doit pas précéder le devis", "ar": "يجب ألا يسبق عرض السعر", "es": "no debe ser anterior al presupuesto",
        ],
        "must be one of mine, all": ["fr": "doit être mine ou all", "ar": "يجب أن يكون mine أو all", "es": "debe ser mine o all"],
    ], slugs: placing.merging(later) { own, _ in own }.merging(delivering) { own, _ in own })

    private static let placing: [String: [String: String]] = [
        "order-in-progress": [
            "fr": "Une commande est déjà en cours de création.", "ar": "يجري إنشاء طلب بالفعل.", "es": "Ya se está creando un pedido.",
        ],
        "client-order-id-reused": [
            "fr": "Cette commande a déjà été envoyée avec un autre contenu.", "ar": "أُرسل هذا الطلب من قبل بمحتوى آخر.",
            "es": "Este pedido ya se envió con otro contenido.",
        ],
        "order-too-old": [
            "fr": "Cette commande a été passée il y a trop longtemps.", "ar": "مضى وقت طويل على هذا الطلب.",
            "es": "Este pedido se hizo hace demasiado tiempo.",
        ],
        "asap-stale": [
            "fr": "Cette commande est trop ancienne pour une livraison au plus vite.", "ar": "مضى وقت طويل على هذا الطلب العاجل.",
            "es": "Este pedido es demasiado antiguo para llegar cuanto antes.",
        ],
        "balance-due": [
            "fr": "Réglez d’abord une commande précédente.", "ar": "ادفع ثمن طلب سابق أولاً.", "es": "Paga primero un pedido anterior.",
        ],
        "vehicle-has-open-order": [
            "fr": "Une commande est déjà ouverte pour ce véhicule.", "ar": "يوجد طلب مفتوح لهذه المركبة.",
            "es": "Ya hay un pedido abierto para este vehículo.",
        ],
        "quote-used": [
            "fr": "Ce devis a déjà été commandé.", "ar": "تم طلب عرض السعر هذا من قبل.", "es": "Este presupuesto ya se ha pedido.",
        ],
        "quote-mismatch": [
            "fr": "Ce devis ne correspond pas à la commande.", "ar": "عرض السعر هذا لا يطابق الطلب.",
            "es": "Este presupuesto no corresponde al pedido.",
        ],
        "price-changed": [
            "fr": "Le prix dépasse maintenant votre limite.", "ar": "السعر الآن أعلى من حدك.", "es": "El precio supera ahora tu límite.",
        ],
    ]
    private static let later: [String: [String: String]] = [
        "reschedule-not-allowed": [
            "fr": "Cette commande ne peut pas passer à ce créneau.", "ar": "لا يمكن نقل هذا الطلب إلى تلك الفترة.",
            "es": "Este pedido no se puede pasar a esa franja.",
        ],
        "reschedule-pending": [
            "fr": "Cette commande est déjà en cours de déplacement.", "ar": "يجري نقل هذا الطلب بالفعل.",
            "es": "Este pedido ya se está cambiando de hora.",
        ],
        "tip-not-allowed": [
            "fr": "Vous ne pouvez pas ajouter de pourboire à cette commande.", "ar": "لا يمكنك إضافة إكرامية إلى هذا الطلب.",
            "es": "No puedes añadir propina a este pedido.",
        ],
        "payment-not-expected": [
            "fr": "Il n’y a rien à payer pour cette commande.", "ar": "لا يوجد ما يُدفع لهذا الطلب الآن.",
            "es": "Ahora no hay nada que pagar de este pedido.",
        ],
    ]
    private static let delivering: [String: [String: String]] = [
        "delivery-not-available": [
            "fr": "Cette livraison ne peut pas être prise.", "ar": "لا يمكن أخذ هذا التوصيل.", "es": "Esta entrega no se puede tomar.",
        ],
        "plate-mismatch": [
            "fr": "Ce n’est pas la plaque de la commande.", "ar": "هذه ليست لوحة الطلب.", "es": "No es la matrícula del pedido.",
        ],
        "photo-limit-reached": [
            "fr": "Cette livraison a déjà toutes ses photos.", "ar": "بلغت صور هذا التوصيل الحد الأقصى.",
            "es": "Esta entrega ya tiene todas sus fotos.",
        ],
        "fuel-delivered": [
            "fr": "Du carburant a été livré : la livraison ne peut qu’être terminée.",
            "ar": "تم تسليم الوقود، ولا يمكن إلا إتمام التوصيل.", "es": "Ya se entregó combustible: solo se puede completar la entrega.",
        ],
        "proof-missing": [
            "fr": "Il manque le relevé du compteur ou sa photo.", "ar": "قراءة العداد أو صورته ناقصة.",
            "es": "Falta la lectura del contador o su foto.",
        ],
        "wait-not-over": [
            "fr": "Attendez encore le client.", "ar": "انتظر العميل حتى انتهاء الوقت.", "es": "Espera al cliente hasta que pase el tiempo.",
        ],
    ]
}
