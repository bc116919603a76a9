import ServiceKit

/// What is wrong with a search, in other languages.
enum DiscoveryTexts {
    static let all = FeatureTexts(fields: [
        "must be 1 (Monday) to 7": [
            "fr": "doit être de 1 (lundi) à 7", "ar": "يجب أن يكون من 1 (الاثنين) إلى 7", "es": "debe ser de 1 (lunes) a 7"
        ],
        "names a category that does not exist": [
            "fr": "nomme une catégorie qui n'existe pas", "ar": "يسمّي فئة غير موجودة", "es": "nombra una categoría que no existe"
        ],
        "must be minLng,minLat,maxLng,maxLat": [
            "fr": "doit être minLng,minLat,maxLng,maxLat", "ar": "يجب أن يكون minLng,minLat,maxLng,maxLat",
            "es": "debe ser minLng,minLat,maxLng,maxLat"
        ],
    ])
}
