import ServiceKit

/// What is wrong with an area or a price zone, in other languages.
enum ServiceAreaTexts {
    static let all = FeatureTexts(
        fields: [
            "must be a Polygon or MultiPolygon of GeoJSON": [
                "fr": "doit être un Polygon ou un MultiPolygon GeoJSON", "ar": "يجب أن يكون Polygon أو MultiPolygon من GeoJSON",
                "es": "debe ser un Polygon o MultiPolygon de GeoJSON"
            ],
            "must have longitudes of -180 to 180 and latitudes of -90 to 90": [
                "fr": "doit avoir des longitudes de -180 à 180 et des latitudes de -90 à 90",
                "ar": "يجب أن تكون خطوط الطول بين -180 و180 وخطوط العرض بين -90 و90",
                "es": "debe tener longitudes de -180 a 180 y latitudes de -90 a 90"
            ],
            "must not have the same point twice in a ring": [
                "fr": "ne doit pas avoir deux fois le même point dans un anneau", "ar": "يجب ألا تتكرر نقطة في الحلقة نفسها",
                "es": "no debe tener el mismo punto dos veces en un anillo"
            ],
            "must be split into a MultiPolygon at the antimeridian": [
                "fr": "doit être divisé en MultiPolygon à l'antiméridien", "ar": "يجب تقسيمه إلى MultiPolygon عند خط الطول 180",
                "es": "debe dividirse en un MultiPolygon en el antimeridiano"
            ],
            "must have parts that do not overlap": [
                "fr": "doit avoir des parties qui ne se chevauchent pas", "ar": "يجب ألا تتداخل أجزاؤه",
                "es": "debe tener partes que no se solapen"
            ],
            "must be more than the one before": [
                "fr": "doit être supérieur au précédent", "ar": "يجب أن يكون أكبر مما قبله", "es": "debe ser mayor que el anterior"
            ],
            "must not be less than the one before": [
                "fr": "ne doit pas être inférieur au précédent", "ar": "يجب ألا يقل عما قبله", "es": "no debe ser menor que el anterior"
            ],
            "must have at most 3 decimals": [
                "fr": "doit avoir au plus 3 décimales", "ar": "يجب ألا يزيد على 3 خانات عشرية",
                "es": "debe tener como máximo 3 decimales"
            ],
        ],
        slugs: [
            "area-code-taken": [
                "fr": "Une autre zone de service porte ce code.", "ar": "هذا الرمز مستخدم لمنطقة خدمة أخرى.",
                "es": "Otra zona de servicio ya tiene este código."
            ],
            "zone-code-taken": [
                "fr": "Une autre zone tarifaire porte ce code.", "ar": "هذا الرمز مستخدم لمنطقة أسعار أخرى.",
                "es": "Otra zona de precios ya tiene este código."
            ],
        ])
}
