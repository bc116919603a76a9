/// A currency of ISO 4217 with its number of minor digits.
public struct Currency: Hashable, Sendable, Codable, CustomStringConvertible {
    public let code: String
    public let minorDigits: Int

    /// Nil for a code that ISO 4217 does not list as an active currency.
    public init?(_ code: String) {
        guard let digits = CurrencyTable.minorDigits[code] else { return nil }
        (self.code, minorDigits) = (code, digits)
    }
    public static let ugx = Currency(code: "UGX", minorDigits: 0)
    public static let dzd = Currency(code: "DZD", minorDigits: 2)
    public static let eur = Currency(code: "EUR", minorDigits: 2)
    public static let usd = Currency(code: "USD", minorDigits: 2)
    private init(code: String, minorDigits: Int) { (self.code, self.minorDigits) = (code, minorDigits) }

    public var description: String { code }
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Currency(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown currency")
        }
        self = value
    }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

/// An amount in minor units of a currency (UGX has none, DZD has 100ths). JSON form: `{"amount": 30000, "currency": "DZD"}`. Never a float.
public struct Money: Hashable, Sendable, Codable, CustomStringConvertible {
    public let amount: Int
    public let currency: Currency
    public init(_ amount: Int, _ currency: Currency) { (self.amount, self.currency) = (amount, currency) }
    public static func zero(_ currency: Currency) -> Money { Money(0, currency) }
    public var isZero: Bool { amount == 0 }

    /// Sums within one currency; refuses two. Overflow is refused too.
    public func adding(_ other: Money) throws(Rejection) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        let (sum, overflow) = amount.addingReportingOverflow(other.amount)
        guard !overflow else { throw .amountTooLarge }
        return Money(sum, currency)
    }
    public func times(_ count: Int) throws(Rejection) -> Money {
        let (product, overflow) = amount.multipliedReportingOverflow(by: count)
        guard !overflow else { throw .amountTooLarge }
        return Money(product, currency)
    }
    /// `amount × percent`, rounded half up to a minor unit. Whatever the amount, this does not overflow up to 100 percent; above, the
    /// largest amount is the limit.
    public func share(percent: Int) -> Money {
        let product = amount.magnitude.multipliedFullWidth(by: percent.magnitude)
        let (low, carries) = product.low.addingReportingOverflow(50)
        let high = product.high + (carries ? 1 : 0)
        let share = high < 100 ? Int(clamping: UInt(100).dividingFullWidth((high, low)).quotient) : Int.max
        return Money((amount < 0) != (percent < 0) ? -share : share, currency)
    }

    /// The digits of the amount in major units, without its sign: 5.00 for EUR 500, 0.500 for KWD 500, 500 for UGX 500.
    public var digits: (whole: Substring, fraction: Substring) {
        let minor = currency.minorDigits
        let digits = String(amount.magnitude)
        let padded = digits.count > minor ? digits : String(repeating: "0", count: minor + 1 - digits.count) + digits
        return (padded.dropLast(minor), padded.suffix(minor))
    }

    /// As people read it: "ARS 20.000,00" in Spanish, "20 000,00 ARS" in French (CLDR: narrow no-break spaces), else "ARS 20,000.00".
    public func text(in language: String) -> String {
        let digits = self.digits
        let (group, point) = switch language {
        case "es": (".", ",")
        case "fr": ("\u{202F}", ",")
        default: (",", ".")
        }
        var whole = ""
        for (place, digit) in digits.whole.reversed().enumerated() {
            whole = (place > 0 && place % 3 == 0 ? "\(digit)\(group)" : "\(digit)") + whole
        }
        let number = (amount < 0 ? "-" : "") + whole + (digits.fraction.isEmpty ? "" : point + digits.fraction)
        return language == "fr" ? "\(number) \(currency.code)" : "\(currency.code) \(number)"
    }

    public var description: String { "\(amount) \(currency.code)" }
    public var json: JSONValue { ["amount": .int(amount), "currency": .string(currency.code)] }
}

extension Rejection {
    static func currencyMismatch(_ a: Currency, _ b: Currency) -> Rejection {
        .invalid(["currency": ["expected \(a.code), got \(b.code)"]])
    }
    static var amountTooLarge: Rejection { .invalid(["amount": ["is too large"]]) }
}
