import Contracts

/// What the board says.
package struct KitchenBoardWords: Sendable {
    struct Lane: Sendable {
        /// Its element in the page.
        let name: String
        let title: String
    }
    struct Reason: Sendable {
        let code: String
        let label: String
    }
    let code, title, needsScript, login, password, signIn, signOut, restaurant, empty, order, accept, prepare, ready, reject, why,
        confirmReject: String
    let lanes: [Lane]
    /// Name → sentence, for the script.
    let sentences: [String: String]

    /// Why a restaurant may refuse an order. `other` needs a note, so it is left to the app.
    var reasons: [Reason] {
        FoodCancelReason.allCases.filter { $0.actors.contains(.owner) && $0 != .other }
            .map { Reason(code: $0.rawValue, label: $0.labels[code] ?? $0.rawValue) }
    }

    package static func of(_ language: String) -> KitchenBoardWords { language == "en" ? english : arabic }

    private static let arabic = KitchenBoardWords(
        code: "ar", title: "طلبات المطعم", needsScript: "تحتاج هذه الصفحة إلى جافاسكربت.", login: "البريد الإلكتروني أو الجوال",
        password: "كلمة المرور", signIn: "تسجيل الدخول", signOut: "تسجيل الخروج", restaurant: "المطعم", empty: "لا توجد طلبات",
        order: "الطلب", accept: "قبول", prepare: "بدء التحضير", ready: "الطلب جاهز", reject: "رفض", why: "سبب الرفض",
        confirmReject: "تأكيد الرفض",
        lanes: [Lane(name: "new", title: "جديدة"), Lane(name: "kitchen", title: "في المطبخ"),
                Lane(name: "waiting", title: "بانتظار المندوب")],
        sentences: [
            "offline": "غير متصل", "online": "متصل مباشرة", "failed": "تعذر الاتصال. حاول مرة أخرى.", "arrived": "طلب جديد",
            "until": "اقبله قبل", "due": "يجب أن يجهز", "nobody": "لا يوجد مطعم لهذا الحساب.",
            "over": "انتهت الجلسة. سجّل الدخول من جديد.",
        ])
    private static let english = KitchenBoardWords(
        code: "en", title: "Orders of the restaurant", needsScript: "This page needs JavaScript.", login: "E-mail or phone",
        password: "Password", signIn: "Sign in", signOut: "Sign out", restaurant: "Restaurant", empty: "No orders", order: "Order",
        accept: "Accept", prepare: "Start preparing", ready: "Ready", reject: "Reject", why: "Reason", confirmReject: "Reject the order",
        lanes: [Lane(name: "new", title: "New"), Lane(name: "kitchen", title: "In the kitchen"),
                Lane(name: "waiting", title: "Waiting for the courier")],
        sentences: [
            "offline": "Not connected", "online": "Live", "failed": "No connection. Try again.", "arrived": "New order",
            "until": "Accept before", "due": "Due at", "nobody": "This account has no restaurant.",
            "over": "The session has ended. Sign in again.",
        ])
}
