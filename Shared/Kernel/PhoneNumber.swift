/// A telephone number in E.164: `+256700123456`.
public struct PhoneNumber: Hashable, Sendable {
    public let text: String

    private static let ignored = " .-()[]\u{A0}\u{202F}\u{200E}\u{200F}\u{202A}\u{202C}"

    /// Reads what people type: spaces, dots, dashes, brackets and marks of direction are dropped, `00…` is `+…`, a number without a country
    /// gets the tenant's prefix in place of its leading zero. Nil when that gives no E.164 number (8 to 15 digits, not
    /// starting with zero).
    public init?(_ typed: String, prefix: String) {
        var digits = Self.bare(typed)
        if digits.hasPrefix("00") { digits = "+" + digits.dropFirst(2) }
        if !digits.hasPrefix("+") {
            let country = prefix.drop { $0 == "+" }
            guard !country.isEmpty else { return nil }
            // "256700123456" is written with its country already; national numbers are shorter.
            if digits.hasPrefix("0") { digits = "+" + country + digits.dropFirst() }
            else if digits.hasPrefix(country), digits.count >= country.count + 8 { digits = "+" + digits }
            else { digits = "+" + country + digits }
        }
        let number = digits.dropFirst()
        guard digits.first == "+", (8...15).contains(number.count), number.first != "0", number.utf8.allSatisfy({ (48...57).contains($0) }),
            number.utf8.count == number.count
        else { return nil }
        text = digits
    }

    /// Whether numbers within a country begin with a zero. Those of North America do not.
    public static func hasTrunkZero(prefix: String) -> Bool { prefix != "+1" }

    /// Whether a number was typed with its country or, where the country has one, its leading zero. One that begins with neither lacks
    /// something: an area code, or its first digits.
    public static func isWhole(_ typed: String, prefix: String) -> Bool {
        guard hasTrunkZero(prefix: prefix) else { return true }
        let first = bare(typed).first
        return first == "+" || first == "0"
    }

    private static func bare(_ typed: String) -> String { typed.trimmed.filter { !ignored.contains($0) }.withPlainDigits }

    /// For people who may know the number already: `+256•••••456`.
    public var masked: String { text.prefix(4) + String(repeating: "•", count: max(0, text.count - 7)) + text.suffix(3) }
}

extension String {
    /// Digits of other scripts as people's keyboards write them (Arabic-Indic ٠١٢, Persian ۰۱۲) become 0 to 9.
    public var withPlainDigits: String {
        guard !utf8.allSatisfy({ $0 < 128 }) else { return self }
        return String(map { character in
            guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
                scalar.properties.numericType == .decimal, let digit = character.wholeNumberValue else { return character }
            return Character(String(digit))
        })
    }
}
