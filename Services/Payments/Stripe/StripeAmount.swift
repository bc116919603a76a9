import Kernel

/// Amounts as Stripe counts them. Its minor units are not those of ISO 4217 everywhere (https://docs.stripe.com/currencies).
public enum StripeAmount {
    /// Currencies without minor units at Stripe.
    private static let zeroDecimal: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    /// Currencies with thousandths; the last digit must be 0.
    private static let threeDecimal: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]
    /// Not taken: https://docs.stripe.com/currencies#presentment-currencies
    private static let notTaken: Set<String> = ["SYP"]

    public static func isTaken(_ currency: Currency) -> Bool { !notTaken.contains(currency.code) }

    /// Special cases of Stripe: UGX and ISK have no minor units, but charges count them in hundredths that must be 00 (5 UGX are 500).
    /// HUF and TWD have hundredths in charges and refunds; only payouts must be whole, and none goes over Stripe.
    package static func digits(of code: String) -> Int { zeroDecimal.contains(code) ? 0 : threeDecimal.contains(code) ? 3 : 2 }

    /// Nil: Stripe cannot express it.
    public static func encode(_ money: Money) -> Int? {
        let digits = digits(of: money.currency.code)
        guard let scaled = scale(money.amount, from: money.currency.minorDigits, to: digits) else { return nil }
        return digits == 3 && !scaled.isMultiple(of: 10) ? nil : scaled
    }
    /// In our minor units. Nil: an amount that we cannot express.
    public static func decode(_ amount: Int, _ currency: Currency) -> Int? {
        scale(amount, from: digits(of: currency.code), to: currency.minorDigits)
    }

    private static func scale(_ amount: Int, from: Int, to: Int) -> Int? {
        var amount = amount
        for _ in 0..<max(0, to - from) {
            let (scaled, overflow) = amount.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            amount = scaled
        }
        for _ in 0..<max(0, from - to) {
            guard amount.isMultiple(of: 10) else { return nil }
            amount /= 10
        }
        return amount
    }
}
