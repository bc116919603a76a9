import Kernel

/// How days, times, lengths and amounts are said in messages and on pages.
public enum CalendarWords: String, Sendable, CaseIterable {
    case en, es, fr, ar

    /// English for a language without words of its own.
    public init(language: String) { self = CalendarWords(rawValue: String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()) ?? .en }

    /// Runs from right to left.
    public var isRightToLeft: Bool {
        switch self {
        case .ar: true
        case .en, .es, .fr: false
        }
    }

    /// Monday first; January first.
    private var names: (days: [String], months: [String]) {
        switch self {
        case .en: (["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
                   ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
                    "December"])
        case .es: (["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
                   ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
                    "diciembre"])
        case .fr: (["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
                   ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
                    "décembre"])
        case .ar: (["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"],
                   ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"])
        }
    }

    public func weekday(_ date: CalendarDate) -> String { names.days[date.weekday - 1] }
    /// "25 de noviembre", "25 November", "1er novembre".
    public func day(_ date: CalendarDate) -> String {
        let month = names.months[date.month - 1]
        return switch self {
        case .es: "\(date.day) de \(month)"
        case .fr: "\(date.day)\(date.day == 1 ? "er" : "") \(month)"
        case .en, .ar: "\(date.day) \(month)"
        }
    }
    /// "miércoles 25 de noviembre".
    public func fullDay(_ date: CalendarDate) -> String { "\(weekday(date)) \(day(date))" }
    /// "miércoles 25 de noviembre de 2026, 10:00".
    public func moment(_ instant: Timestamp, _ zone: TimeZoneRules) -> String {
        let local = zone.local(instant)
        let clock = ClockText.spoken(instant, zone)
        return switch self {
        case .es: "\(fullDay(local.date)) de \(local.date.year), \(clock)"
        case .en, .fr: "\(fullDay(local.date)) \(local.date.year), \(clock)"
        case .ar: "\(fullDay(local.date)) \(local.date.year)، \(clock)"
        }
    }
    /// "2 h", "1 h 30 min", "45 min".
    public func length(_ minutes: Int) -> String {
        let (hour, minute) = self == .ar ? ("س", "د") : ("h", "min")
        let (hours, rest) = (minutes / 60, minutes % 60)
        return hours == 0 ? "\(rest) \(minute)" : rest == 0 ? "\(hours) \(hour)" : "\(hours) \(hour) \(rest) \(minute)"
    }
    public func money(_ money: Money) -> String { money.text(in: rawValue) }
    /// Stands in sentences for the name of a provider whose account was deleted.
    public var deletedAccount: String {
        switch self {
        case .en: "a deleted account"
        case .es: "una cuenta eliminada"
        case .fr: "un compte supprimé"
        case .ar: "حساب محذوف"
        }
    }
}

extension TimeZoneRules {
    /// The local clock shows this time twice, because it is set back over it.
    package func isTwice(_ instant: Timestamp) -> Bool {
        let instant = instant.wholeSeconds
        guard self.instant(of: local(instant)) == instant else { return true }  // The second occurrence.
        guard let change = nextTransition(after: instant) else { return false }
        let back = offsetSeconds(at: instant) - change.offsetSeconds
        return back > 0 && instant + .seconds(back) >= change.at
    }
}

extension ClockText {
    /// "10:00" in the usual case; "01:30 UTC-04:00" if that time occurs twice on the day.
    package static func spoken(_ instant: Timestamp, _ zone: TimeZoneRules) -> String {
        let clock = text(zone.local(instant).secondOfDay / 60)
        return zone.isTwice(instant) ? "\(clock) UTC\(offset(seconds: zone.offsetSeconds(at: instant)))" : clock
    }
    /// "10:00–12:00".
    package static func spoken(_ slot: Interval, _ zone: TimeZoneRules) -> String {
        "\(spoken(slot.start, zone))–\(spoken(slot.end, zone))"
    }
}
