import Kernel

/// Values for previews, as somebody in this zone reads them: nothing of it happened.
package struct SampleFacts: Sendable {
    let now: Timestamp
    let zone: TimeZoneRules
    let currency: Currency
    package let language: TextLanguage
    private let name: String
    init(now: Timestamp, zone: TimeZoneRules, currency: Currency, language: TextLanguage, title: String) {
        (self.now, self.zone, self.currency, self.language, name) = (now, zone, currency, language, title)
    }

    package func time(inHours hours: Int) -> JSONValue { .string((now + .hours(hours)).wholeSeconds.description) }
    package var amount: JSONValue { ["amount": .int(sum.amount), "currency": .string(currency.code)] }
    package var title: JSONValue { .string(name) }
    /// The title where a fact has one for each language.
    package var titles: JSONValue { .object(Dictionary(uniqueKeysWithValues: TextLanguage.allCases.map { ($0.rawValue, title) })) }

    // What some services write out themselves.
    var bareAmount: JSONValue { .string(TextLanguage.bare(sum)) }
    package var amountText: JSONValue { .string(language.money(sum)) }
    package func momentText(inHours hours: Int) -> JSONValue {
        .string(language.when(zone.local(now + .hours(hours)), today: zone.local(now).date))
    }
    package func dateText(inDays days: Int) -> JSONValue { .string(language.date(date(inDays: days))) }
    package func weekdayText(inDays days: Int) -> JSONValue { .string(language.weekday(date(inDays: days))) }
    /// `YYYY-MM-DD`
    package func day(inDays days: Int) -> JSONValue { .string(date(inDays: days).description) }

    private func date(inDays days: Int) -> CalendarDate { zone.local(now).date.adding(days: days) }
    private var sum: Money { Money(5_000_000 / (currency.minorDigits == 0 ? 100 : 1) / 10, currency) }

    /// Facts of no source in particular.
    var common: [String: JSONValue] {
        [
            "items": .array([["title": title]]), "amount": amount, "count": 1, "n": 100, "status": "approved", "text": title,
            "expiresAt": time(inHours: 1), "from": ["name": "A"], "to": ["name": "B"],
            "subject": title,
        ]
    }
}
