import Kernel

/// Facts of nothing that happened, for previews.
package enum SampleFacts {
    package static func title(_ language: TextLanguage) -> String {
        switch language {
        case .en: "Sample Event"
        case .fr: "Exemple"
        case .ar: "مثال"
        case .es: "Ejemplo"
        }
    }
    package static func at(_ now: Timestamp, currency: Currency, language: TextLanguage) -> [String: JSONValue] {
        func time(_ hours: Int) -> JSONValue { .string((now + .hours(hours)).wholeSeconds.description) }
        let amount: JSONValue = ["amount": .int(5_000_000 / (currency.minorDigits == 0 ? 100 : 1) / 10), "currency": .string(currency.code)]
        let title = JSONValue.string(title(language))
        return [
            "event": ["id": "sample", "title": title, "startDate": time(48), "endDate": time(52)],
            "venue": ["name": "A", "place": "A", "before": "A", "after": "B"], "organizer": ["name": title], "order": ["id": "sample", "number": "1", "total": amount, "holdExpiresAt": time(1)],
            "offer": ["id": "sample", "quantity": 2, "expiresAt": time(1), "endsAt": time(72)], "tickets": ["count": 2], "items": .array([["title": title]]),
            "amount": amount, "count": 1, "remaining": 10, "n": 100, "failureCode": "card_declined", "retryUntil": time(1), "refundUntil": time(72), "expiresAt": time(1), "checkedInAt": time(0),
            "instructions": "*165#", "status": "approved", "relation": "ticket", "security": "password-changed", "appointment": ["start": time(24), "startsAt": time(24)],
            "shop": ["name": title], "days": 3, "daysLeft": 3, "salesStart": time(24), "friend": ["name": "A"], "from": ["name": "A"], "to": ["name": "B"], "text": title,
            "report": ["refunded": 3, "failed": 0, "total": amount],
        ]
    }
}
