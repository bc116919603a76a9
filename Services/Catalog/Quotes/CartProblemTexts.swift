import Kernel

/// What people read of a problem.
enum CartProblemTexts {
    static func message(_ problem: CartProblem, in languages: [String]) -> String {
        let texts = texts(problem.code)
        let text = languages.lazy.compactMap { texts[$0] }.first ?? texts["en"] ?? problem.code.rawValue
        return text.replacing("{}", with: detail(problem))
    }

    private static func detail(_ problem: CartProblem) -> String {
        let data = problem.data ?? [:]
        if let available = data["available"]?.int { return String(available) }
        let money = data["missing"] ?? data["limit"]
        if let amount = money?["amount"]?.int, let currency = money?["currency"]?.string.flatMap({ Currency($0) }) {
            let digits = Money(amount, currency).digits
            return digits.fraction.isEmpty ? String(digits.whole) : "\(digits.whole).\(digits.fraction)"
        }
        return ""
    }

    private static func texts(_ code: CartProblem.Code) -> [String: String] {
        switch code {
        case .restaurantNotActive: ["ar": "لا يستقبل هذا المطعم الطلبات حالياً", "en": "This restaurant takes no orders at the moment."]
        case .restaurantClosed: ["ar": "المطعم مغلق الآن", "en": "The restaurant is closed now."]
        case .restaurantPaused: ["ar": "أوقف المطعم استقبال الطلبات مؤقتاً", "en": "The restaurant has paused its orders."]
        case .restaurantAtCapacity: ["ar": "المطبخ مشغول بالكامل، حاول بعد قليل", "en": "The kitchen is full. Try again in a while."]
        case .itemUnavailable: ["ar": "هذا الصنف غير متوفر", "en": "This item is not available."]
        case .itemOutOfStock: ["ar": "لا تكفي الكمية، المتبقي {}", "en": "There are not enough of it: {} left."]
        case .optionsInvalid: ["ar": "اختيارات هذا الصنف غير صحيحة", "en": "The choices for this item don't fit."]
        case .outOfZone: ["ar": "عنوانك خارج نطاق التوصيل", "en": "The restaurant does not deliver to this place."]
        case .belowMinimum: ["ar": "أضف ما قيمته {} ر.س لبلوغ الحد الأدنى للطلب", "en": "Add {} more to reach the minimum order."]
        case .cashLimitExceeded: ["ar": "لا يمكن الدفع نقداً لأكثر من {} ر.س", "en": "You can pay at most {} in cash."]
        }
    }
}
