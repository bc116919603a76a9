import Kernel

// How a language writes amounts, shares and days.
extension TextLanguage {
    /// `UGX 100,000`, `EUR 12.50`; in French `1 234,75 DZD`. Spanish as in the United States, unlike `Money.text(in: "es")`.
    func money(_ money: Money) -> String { money.text(in: self == .fr ? "fr" : "en") }
    /// `1234.50`, for a text that names the currency itself.
    package static func bare(_ money: Money) -> String {
        let (whole, fraction) = money.digits
        return (money.amount < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
    /// Hundredths of a percent: 7, 7.5; 7,5 in French and Spanish.
    func percent(_ basisPoints: Int) -> String {
        let (whole, rest) = (basisPoints / 100, abs(basisPoints % 100))
        guard rest != 0 else { return String(whole) }
        let digits = rest % 10 == 0 ? String(rest / 10) : (rest < 10 ? "0" : "") + String(rest)
        switch self {
        case .fr, .es: return "\(whole),\(digits)"
        case .en, .ar: return "\(whole).\(digits)"
        }
    }

    /// A day in full: "4 février 2026".
    func date(_ date: CalendarDate) -> String {
        switch self {
        case .en: "\(Self.englishMonths[date.month - 1]) \(date.day), \(date.year)"
        case .fr: "\(date.day == 1 ? "1er" : String(date.day)) \(Self.frenchMonths[date.month - 1]) \(date.year)"
        case .ar: "\(date.day) \(Self.arabicMonths[date.month - 1]) \(date.year)"
        case .es: "\(date.day) de \(Self.spanishMonths[date.month - 1]) de \(date.year)"
        }
    }
    private static let englishMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                                        "November", "December"]
    private static let frenchMonths = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
                                       "novembre", "décembre"]
    private static let arabicMonths = ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر",
                                       "ديسمبر"]
    private static let spanishMonths = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                                        "noviembre", "diciembre"]

    /// How far a day is: for messages that leave on the day they are made.
    func inDays(_ days: Int) -> String {
        switch self {
        case .en: days == 1 ? "tomorrow" : "in \(days) days"
        case .fr: days == 1 ? "demain" : "dans \(days) jours"
        case .es: days == 1 ? "mañana" : "en \(days) días"
        case .ar:
            switch days {
            case 1: "غدًا"
            case 2: "خلال يومين"
            case 3...10: "خلال \(days) أيام"
            default: "خلال \(days) يومًا"
            }
        }
    }
}
