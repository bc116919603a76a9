/// How apps show a status: the words are binding, icons are names of SF Symbols.
package struct FoodStatusLook: Sendable {
    package let labels: [String: String]
    package let icon: String
    package let color: String
}

extension FoodOrderStatus {
    package var look: FoodStatusLook {
        switch self {
        case .pending: FoodStatusLook(labels: ["ar": "قيد الانتظار", "en": "Pending"], icon: "clock", color: "#F59E0B")
        case .accepted: FoodStatusLook(labels: ["ar": "مقبول", "en": "Accepted"], icon: "checkmark.circle", color: "#3B82F6")
        case .preparing: FoodStatusLook(labels: ["ar": "قيد التحضير", "en": "Preparing"], icon: "flame", color: "#F97316")
        case .ready: FoodStatusLook(labels: ["ar": "جاهز", "en": "Ready"], icon: "bag", color: "#8B5CF6")
        case .outForDelivery: FoodStatusLook(labels: ["ar": "قيد التوصيل", "en": "On its way"], icon: "bicycle", color: "#06B6D4")
        case .delivered: FoodStatusLook(labels: ["ar": "تم التوصيل", "en": "Delivered"], icon: "house", color: "#10B981")
        case .cancelled: FoodStatusLook(labels: ["ar": "ملغي", "en": "Cancelled"], icon: "xmark.circle", color: "#EF4444")
        }
    }
    package func label(_ languages: [String]) -> String { FoodLanguages.text(look.labels, languages) }
}
