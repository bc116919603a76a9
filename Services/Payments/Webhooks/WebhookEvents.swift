import Contracts
import Kernel

/// The events that receivers may ask for (common.md 7).
public enum WebhookEvents {
    /// Stands for all of them, alone.
    public static let every = "*"
    /// What `POST /webhooks/{id}/test` sends.
    public static let test = "webhook.test"

    public static let names: [String] = [
        "intent-created", "payment-started", "payment-requires-action", "payment-authorized", "payment-succeeded", "payment-failed",
        "payment-canceled", "capture-failed", "refund-succeeded", "refund-failed", "cash-recorded", "cash-voided", "cash-settled",
        "withdrawal-requested", "withdrawal-settled", "withdrawal-failed",
    ].map { "payments.\($0).v1" }
    private static let known = Set(names)
    /// Events of which several kinds have one name for receivers: cash in a shop, cash at the door.
    private static let others = [
        OrderCashRecorded.type.rawValue: "payments.cash-recorded.v1", CourierCashSettled.type.rawValue: "payments.cash-settled.v1",
    ]

    /// What receivers know an event by.
    package static func name(of type: MessageType) -> String { others[type.rawValue] ?? type.rawValue }

    public static func contains(_ name: String) -> Bool { known.contains(name) }

    /// Each name once, in the order they were sent. Nil: none, an unknown one, or `*` beside others.
    public static func read(_ wanted: [String]) -> [String]? {
        if wanted == [every] { return wanted }
        var seen: Set<String> = []
        let found = wanted.filter { seen.insert($0).inserted }
        return found.isEmpty || !found.allSatisfy(known.contains) ? nil : found
    }
}
