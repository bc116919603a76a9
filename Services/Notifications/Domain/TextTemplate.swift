import Kernel

/// Fills placeholders: `{event.title}` and `{event.startDate|when}`. A fact that is missing leaves nothing behind.
public struct TextTemplate: Sendable {
    let facts: [String: JSONValue]
    let zone: TimeZoneRules
    let now: Timestamp
    public init(facts: [String: JSONValue], zone: TimeZoneRules, now: Timestamp) { (self.facts, self.zone, self.now) = (facts, zone, now) }

    public func render(_ template: String) -> String {
        var out = "", rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            out += rest[..<open]
            out += value(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }
    /// Cut to a length in characters, with a mark where it was cut.
    public func render(_ template: String, max: Int) -> String {
        let text = render(template)
        return text.count <= max ? text : String(text.prefix(max - 1)) + "…"
    }

    private func value(_ placeholder: Substring) -> String {
        let parts = placeholder.split(separator: "|", maxSplits: 1)
        guard let name = parts.first, let fact = facts[String(name)] else { return "" }
        if parts.count == 2, parts[1] == "when" { return fact.string.flatMap { Timestamp($0) }.map(when) ?? "" }
        switch fact {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .object(let members):
            guard let amount = members["amount"]?.int, let currency = members["currency"]?.string.flatMap({ Currency($0) }) else { return "" }
            return Self.text(of: Money(amount, currency))
        case .null, .bool, .double, .array: return ""  // No text says these.
        }
    }

    /// Absolute, on the recipient's clock: "today at 6:00 PM", "tomorrow at 6:00 PM", "Sat 28 Nov at 6:00 PM".
    func when(_ time: Timestamp) -> String {
        let local = zone.local(time)
        let today = zone.local(now).date
        let clock = "\((local.hour + 11) % 12 + 1):\(local.minute < 10 ? "0" : "")\(local.minute) \(local.hour < 12 ? "AM" : "PM")"
        switch local.date.daysSinceEpoch - today.daysSinceEpoch {
        case 0: return "today at \(clock)"
        case 1: return "tomorrow at \(clock)"
        default:
            let year = local.date.year == today.year ? "" : " \(local.date.year)"
            return "\(Self.weekdays[local.weekday - 1]) \(local.date.day) \(Self.months[local.date.month - 1])\(year) at \(clock)"
        }
    }
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `UGX 100,000`, `EUR 12.50`.
    static func text(of money: Money) -> String {
        var digits = String(abs(money.amount))
        let minor = money.currency.minorDigits
        if digits.count <= minor { digits = String(repeating: "0", count: minor + 1 - digits.count) + digits }
        var whole = ""
        for (place, digit) in digits.dropLast(minor).reversed().enumerated() { whole = (place > 0 && place % 3 == 0 ? "\(digit)," : "\(digit)") + whole }
        return "\(money.currency.code) \(money.amount < 0 ? "-" : "")\(whole)\(minor > 0 ? "." + digits.suffix(minor) : "")"
    }
}
