import Kernel

// How people read sums and times on pages and on paper.
extension Money {
    /// `50,000` or `-1,234.50`, without the currency. Digits are grouped as in English: an amount without its language is read by its
    /// currency.
    package var grouped: String {
        let (whole, fraction) = digits
        var out = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { out.append(",") }
            out.append(digit)
        }
        return (amount < 0 ? "-" : "") + out + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension LocalTime {
    /// `07:05`
    package var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

extension TimeZoneRules {
    /// `UTC-05:00`
    package func offset(at instant: Timestamp) -> String {
        let minutes = offsetSeconds(at: instant) / 60
        return "UTC\(minutes < 0 ? "-" : "+")\(twoDigits(abs(minutes) / 60)):\(twoDigits(abs(minutes) % 60))"
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
