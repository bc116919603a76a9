import Kernel

/// Fills placeholders: `{event.title}`, `{event.startDate|when}`, `{tickets.count|count:ticket:tickets}`, `{failureCode|failure}`, `{relation|relation}`.
/// A fact that is missing leaves nothing behind.
public struct TextTemplate: Sendable {
    let facts: [String: JSONValue]
    let zone: TimeZoneRules
    let now: Timestamp
    let language: TextLanguage
    public init(facts: [String: JSONValue], zone: TimeZoneRules, now: Timestamp, language: TextLanguage = .en) {
        (self.facts, self.zone, self.now, self.language) = (facts, zone, now, language)
    }

    public func render(_ template: String) -> String {
        var out = "", rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            out += rest[..<open]
            out += value(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }
    /// Formats of a template that nobody knows.
    static func unknownFormats(_ template: String) -> [String] {
        template.split(separator: "{").dropFirst().compactMap { part -> String? in
            guard let close = part.firstIndex(of: "}"), let bar = part[..<close].firstIndex(of: "|") else { return nil }
            let format = part[part.index(after: bar)..<close]
            return ["when", "failure", "relation"].contains(format) || format.hasPrefix("count:") ? nil : String(format)
        }
    }
    /// Cut to a length in characters, with a mark where it was cut.
    public func render(_ template: String, max: Int) -> String {
        let text = render(template)
        return text.count <= max ? text : String(text.prefix(max - 1)) + "…"
    }

    private func value(_ placeholder: Substring) -> String {
        let parts = placeholder.split(separator: "|", maxSplits: 1)
        guard let name = parts.first, let fact = facts[String(name)] else { return "" }
        return parts.count == 2 ? formatted(fact, String(parts[1])) : plain(fact)
    }

    private func formatted(_ fact: JSONValue, _ format: String) -> String {
        let words = format.split(separator: ":").map(String.init)
        switch (words.first, fact) {
        case ("when", .string(let text)):
            return Timestamp(text).map { language.when(zone.local($0), today: zone.local(now).date) } ?? ""
        case ("count", .int(let number)) where words.count == 3: return "\(number) \(number == 1 ? words[1] : words[2])"
        case ("failure", .string(let code)): return language.failure(code)
        case ("relation", .string(let relation)): return language.relation(relation, facts["event.title"]?.string ?? "")
        default: return ""  // A format that does not fit its fact says nothing; applying the tenant file refuses unknown ones.
        }
    }

    private func plain(_ fact: JSONValue) -> String {
        switch fact {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .object(let members):
            guard let amount = members["amount"]?.int, let currency = members["currency"]?.string.flatMap({ Currency($0) }) else { return "" }
            return Self.text(of: Money(amount, currency))
        case .null, .bool, .double, .array: return ""  // No text says these.
        }
    }

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
