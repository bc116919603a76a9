import Kernel

/// How days and times are said in messages and on pages.
public enum CalendarWords: String, Sendable, CaseIterable {
    case es, en

    /// Spanish for any other language: this service's first.
    public init(language: String) { self = CalendarWords(rawValue: String(language.prefix(2)).lowercased()) ?? .es }

    private static let spanishDays = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]
    private static let englishDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let spanishMonths = ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"]
    private static let englishMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]

    public func weekday(_ date: CalendarDate) -> String { (self == .es ? Self.spanishDays : Self.englishDays)[date.weekday - 1] }
    /// "25 de noviembre", "25 November".
    public func day(_ date: CalendarDate) -> String {
        self == .es ? "\(date.day) de \(Self.spanishMonths[date.month - 1])" : "\(date.day) \(Self.englishMonths[date.month - 1])"
    }
    /// "miércoles 25 de noviembre".
    public func fullDay(_ date: CalendarDate) -> String { "\(weekday(date)) \(day(date))" }
    /// "miércoles 25 de noviembre de 2026, 10:00".
    public func moment(_ instant: Timestamp, _ zone: TimeZoneRules) -> String {
        let local = zone.local(instant)
        let year = self == .es ? " de \(local.date.year)" : " \(local.date.year)"
        return "\(fullDay(local.date))\(year), \(ClockText.text(local.secondOfDay / 60))"
    }
    /// "2 h", "1 h 30 min", "45 min".
    public static func length(_ minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours == 0 ? "\(rest) min" : rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }
    /// "ARS 20.000,00" in Spanish, "ARS 20,000.00" in English.
    public func money(_ money: Money) -> String {
        let minor = money.currency.minorDigits
        var digits = String(money.amount)
        if digits.count <= minor { digits = String(repeating: "0", count: minor + 1 - digits.count) + digits }
        var whole = ""
        for (place, digit) in digits.dropLast(minor).reversed().enumerated() {
            whole = (place > 0 && place % 3 == 0 ? "\(digit)\(self == .es ? "." : ",")" : "\(digit)") + whole
        }
        return "\(money.currency.code) \(whole)\(minor > 0 ? (self == .es ? "," : ".") + digits.suffix(minor) : "")"
    }
}
