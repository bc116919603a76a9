/// Why a food order ended without a delivery: what `/app-config` lists and what people are notified of, in the same words.
public enum FoodCancelReason: String, Codable, Sendable, CaseIterable {
    case changedMind = "changed_mind"
    case tooSlow = "too_slow"
    case mistake
    case outOfStock = "out_of_stock"
    case closing
    case tooBusy = "too_busy"
    case cannotDeliver = "cannot_deliver"
    case customerRequest = "customer_request"
    case fraud
    case noCourier = "no_courier"
    case paymentTimeout = "payment_timeout"
    case notAccepted = "not_accepted"
    case claimExpired = "claim_expired"
    case undeliverable
    case other

    /// Who may give it.
    public enum Actor: String, Codable, Sendable, CaseIterable { case customer, owner, staff, system, courier }
    public var actors: [Actor] {
        switch self {
        case .changedMind, .tooSlow, .mistake: [.customer]
        case .outOfStock, .closing, .tooBusy, .cannotDeliver: [.owner]
        case .customerRequest, .fraud: [.staff]
        case .noCourier: [.staff, .system]
        case .paymentTimeout, .notAccepted, .claimExpired: [.system]
        case .undeliverable: [.courier]
        case .other: [.customer, .owner, .staff]
        }
    }

    /// By language.
    public var labels: [String: String] {
        switch self {
        case .changedMind: ["ar": "غيّر العميل رأيه", "en": "The customer changed their mind"]
        case .tooSlow: ["ar": "استغرق الطلب وقتًا طويلًا", "en": "The order took too long"]
        case .mistake: ["ar": "تم الطلب بالخطأ", "en": "Ordered by mistake"]
        case .outOfStock: ["ar": "نفدت بعض الأصناف", "en": "Some items are sold out"]
        case .closing: ["ar": "المطعم على وشك الإغلاق", "en": "The restaurant is closing"]
        case .tooBusy: ["ar": "المطعم مشغول جدًا", "en": "The restaurant is too busy"]
        case .cannotDeliver: ["ar": "يتعذر التوصيل إلى العنوان", "en": "The restaurant cannot deliver to the address"]
        case .customerRequest: ["ar": "بناءً على طلب العميل", "en": "The customer asked for it"]
        case .fraud: ["ar": "اشتباه في احتيال", "en": "Suspected fraud"]
        case .noCourier: ["ar": "لم يتوفر مندوب توصيل", "en": "No courier was available"]
        case .paymentTimeout: ["ar": "انتهت مهلة الدفع", "en": "The payment did not arrive in time"]
        case .notAccepted: ["ar": "لم يقبل المطعم الطلب في الوقت المحدد", "en": "The restaurant did not accept the order in time"]
        case .claimExpired: ["ar": "انتهت مهلة حجز الأصناف", "en": "The items could not be kept any longer"]
        case .undeliverable: ["ar": "تعذر تسليم الطلب", "en": "The order could not be delivered"]
        case .other: ["ar": "سبب آخر", "en": "Another reason"]
        }
    }
}
