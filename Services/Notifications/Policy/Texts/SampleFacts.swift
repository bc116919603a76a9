import Kernel

/// Values for previews: nothing of it happened.
package struct SampleFacts: Sendable {
    let now: Timestamp
    let currency: Currency
    private let name: String
    init(now: Timestamp, currency: Currency, title: String) { (self.now, self.currency, name) = (now, currency, title) }

    package func time(inHours hours: Int) -> JSONValue { .string((now + .hours(hours)).wholeSeconds.description) }
    package var amount: JSONValue {
        ["amount": .int(5_000_000 / (currency.minorDigits == 0 ? 100 : 1) / 10), "currency": .string(currency.code)]
    }
    package var title: JSONValue { .string(name) }

    /// Facts of no source in particular.
    var common: [String: JSONValue] {
        [
            "items": .array([["title": title]]), "amount": amount, "count": 1, "n": 100, "status": "approved", "text": title,
            "expiresAt": time(inHours: 1), "from": ["name": "A"], "to": ["name": "B"],
            "subject": title,
        ]
    }
}
