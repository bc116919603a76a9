import Kernel

/// What texts of a language need besides their templates: how times are said, and a few sentences that hang on a code.
public enum TextLanguage: String, Sendable, CaseIterable {
    case en, fr, ar, es

    /// By language tag (`fr-FR`); English for a language without sentences of its own.
    public init(tag: String) { self = TextLanguage(rawValue: String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()) ?? .en }

    /// Absolute: "today at 6:00 PM", "tomorrow at 6:00 PM", "Sat 28 Nov at 6:00 PM".
    func when(_ local: LocalTime, today: CalendarDate) -> String {
        let (words, clock) = (calendarWords, clock(local))
        switch local.date.daysSinceEpoch - today.daysSinceEpoch {
        case 0: return "\(words.today) \(words.at) \(clock)"
        case 1: return "\(words.tomorrow) \(words.at) \(clock)"
        default:
            let year = local.date.year == today.year ? "" : " \(local.date.year)"
            return """
                \(words.weekdays[local.weekday - 1]) \(local.date.day) \(words.months[local.date.month - 1])\(year) \(words.at) \(clock)
                """
        }
    }

    /// Runs from right to left.
    package var isRightToLeft: Bool {
        switch self {
        case .ar: true
        case .en, .fr, .es: false
        }
    }
    /// Stands before the address that turns a category off.
    package var unsubscribe: String {
        switch self {
        case .en: "Do not want these messages? Unsubscribe:"
        case .fr: "Vous ne voulez plus de ces messages ? Désabonnez-vous :"
        case .ar: "لا تريد هذه الرسائل؟ ألغ الاشتراك:"
        case .es: "¿No quieres estos mensajes? Date de baja:"
        }
    }
    /// How many forms a counted word has, and which one a number takes (CLDR plural rules): one and other; Arabic:
    /// zero, one, two, few, many, other.
    var pluralForms: Int { self == .ar ? 6 : 2 }
    func pluralForm(of number: Int) -> Int {
        let count = number.magnitude
        switch self {
        case .en, .es: return number == 1 ? 0 : 1
        case .fr: return count < 2 ? 0 : 1
        case .ar:
            switch (count, count % 100) {
            case (0...2, _): return Int(count)
            case (_, 3...10): return 3
            case (_, 11...99): return 4
            default: return 5
            }
        }
    }

    /// "Sat", as in `when`.
    func weekday(_ date: CalendarDate) -> String { calendarWords.weekdays[date.weekday - 1] }

    /// "6:00 PM", "18:00".
    func clock(_ local: LocalTime) -> String {
        let minutes = "\(local.minute < 10 ? "0" : "")\(local.minute)"
        return self == .en ? "\((local.hour + 11) % 12 + 1):\(minutes) \(local.hour < 12 ? "AM" : "PM")"
            : "\(local.hour < 10 ? "0" : "")\(local.hour):\(minutes)"
    }

    private struct Words {
        let today, tomorrow, at: String
        let weekdays, months: [String]
        init(_ today: String, _ tomorrow: String, _ at: String, _ weekdays: String, _ months: String) {
            (self.today, self.tomorrow, self.at) = (today, tomorrow, at)
            (self.weekdays, self.months) = (weekdays.split(separator: " ").map(String.init), months.split(separator: " ").map(String.init))
        }
    }
    private static let english = Words("today", "tomorrow", "at", "Mon Tue Wed Thu Fri Sat Sun",
                                       "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
    private static let french = Words("aujourd’hui", "demain", "à", "lun. mar. mer. jeu. ven. sam. dim.",
                                      "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.")
    private static let spanish = Words("hoy", "mañana", "a las", "lun mar mié jue vie sáb dom",
                                       "ene feb mar abr may jun jul ago sep oct nov dic")
    private static let arabic = Words("اليوم", "غدا", "الساعة", "الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
                                      "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر")
    private var calendarWords: Words {
        switch self {
        case .en: Self.english
        case .fr: Self.french
        case .ar: Self.arabic
        case .es: Self.spanish
        }
    }

    package func receivedThisWeek(_ count: Int) -> String {
        switch self {
        case .en: "You received \(count) \(count == 1 ? "notification" : "notifications") this week"
        case .fr: "Vous avez reçu \(count) \(count < 2 ? "notification" : "notifications") cette semaine"
        case .ar: "عدد الإشعارات التي تلقيتها هذا الأسبوع: \(count)"
        case .es: "Recibiste \(count) \(count == 1 ? "notificación" : "notificaciones") esta semana"
        }
    }
}
