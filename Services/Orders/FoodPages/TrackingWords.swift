/// What the tracking page says.
package struct TrackingWords: Sendable {
    let code, title, order, progress, expected, delivered, courier, map, done, reload, lost: String
    /// Status → the step of the way.
    let stages: [String: String]

    package static func of(_ language: String) -> TrackingWords { language == "en" ? english : arabic }

    private static let arabic = TrackingWords(
        code: "ar", title: "تتبع الطلب", order: "الطلب", progress: "مراحل الطلب", expected: "الوصول المتوقع", delivered: "وصل الساعة",
        courier: "المندوب", map: "موقعه على الخريطة", done: "تم", reload: "تحديث", lost: "انقطع الاتصال، نحاول من جديد.",
        stages: ["pending": "قيد الانتظار", "accepted": "مقبول", "preparing": "قيد التحضير", "ready": "جاهز",
                 "out_for_delivery": "قيد التوصيل", "delivered": "تم التوصيل", "cancelled": "ملغي"])
    private static let english = TrackingWords(
        code: "en", title: "Order", order: "Order", progress: "Progress", expected: "Expected at", delivered: "Delivered at",
        courier: "Courier", map: "on the map", done: "done", reload: "Reload", lost: "The connection is lost; trying again.",
        stages: ["pending": "Pending", "accepted": "Accepted", "preparing": "Preparing", "ready": "Ready",
                 "out_for_delivery": "On its way", "delivered": "Delivered", "cancelled": "Cancelled"])
}
