import ServiceKit

/// What is wrong with a vehicle or an address, in the languages of apps.
enum VehicleTexts {
    static let all = FeatureTexts(fields: [
        "must have letters A to Z and digits only": [
            "fr": "ne doit avoir que des lettres de A à Z et des chiffres", "ar": "يجب أن يتكوّن من أحرف A إلى Z وأرقام فقط",
            "es": "solo debe tener letras de la A a la Z y cifras",
        ],
        "must have at most 3 decimals": [
            "fr": "doit avoir au plus 3 décimales", "ar": "يجب ألا يزيد على 3 خانات عشرية", "es": "debe tener como máximo 3 decimales",
        ],
        "has no tank": ["fr": "n'a pas de réservoir", "ar": "ليس له خزان", "es": "no tiene depósito"],
    ], slugs: [
        "vehicle-duplicate": [
            "fr": "Vous avez déjà un véhicule avec cette plaque.", "ar": "لديك مركبة بهذه اللوحة بالفعل.",
            "es": "Ya tienes un vehículo con esta matrícula.",
        ],
        "vehicle-limit-reached": [
            "fr": "Vous avez le nombre maximal de véhicules. Supprimez-en un d’abord.",
            "ar": "لديك أكبر عدد مسموح من المركبات. احذف واحدة أولاً.",
            "es": "Tienes el número máximo de vehículos. Elimina uno primero.",
        ],
        "vehicle-in-use": [
            "fr": "Ce véhicule a une commande en cours. Attendez qu’elle se termine ou annulez-la.",
            "ar": "لهذه المركبة طلب مفتوح. انتظر حتى ينتهي أو ألغِه.",
            "es": "Este vehículo tiene un pedido abierto. Espera a que termine o cancélalo.",
        ],
        "address-limit-reached": [
            "fr": "Vous avez le nombre maximal d’adresses. Supprimez-en une d’abord.",
            "ar": "لديك أكبر عدد مسموح من العناوين. احذف واحداً أولاً.",
            "es": "Tienes el número máximo de direcciones. Elimina una primero.",
        ],
    ])
}
