import ServiceKit

/// Refusals about menus, in other languages.
enum MealTexts {
    static let all = FeatureTexts(slugs: [
        "category-not-empty": [
            "fr": "Déplacez ou supprimez d'abord les plats de cette catégorie.", "ar": "انقل أصناف هذا القسم أو احذفها أولاً.",
            "es": "Primero mueve o elimina los platos de esta categoría.",
        ],
    ])
}
