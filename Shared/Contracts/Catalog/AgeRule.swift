import Kernel

/// R3: the age counts on the local day of the event's start. The birthday itself counts; who was born on 29 February
/// has it on 1 March in other years.
public enum AgeRule {
    /// The first day on which somebody has that age.
    public static func firstDay(ofAge years: Int, bornOn birth: CalendarDate) -> CalendarDate {
        let year = birth.year + years
        return CalendarDate(year: year, month: birth.month, day: birth.day) ?? CalendarDate(year: year, month: 3, day: 1) ?? birth
    }
    /// Is the event barred for this person? Without a date of birth nothing is.
    public static func isBarred(_ restriction: Int?, startDate: Timestamp?, birthDate: CalendarDate?, zone: TimeZoneRules) -> Bool {
        guard let restriction, let startDate, let birthDate else { return false }
        return zone.local(startDate).date < firstDay(ofAge: restriction, bornOn: birthDate)
    }
    public static func refusal(_ restriction: Int) -> Rejection {
        Rejection(403, "age-restricted", "This event is for people aged \(restriction) and over.",
                  members: ["minimumAge": .int(restriction)])
    }
    /// What the door must look at.
    public static func attention(_ restriction: Int?, birthDate: CalendarDate?) -> String? {
        guard let restriction, birthDate == nil else { return nil }
        return "check-id-\(restriction)"
    }

    /// From when on somebody has each of the ages; empty when no birthday is known: nothing is barred then.
    public static func reachedAges(bornOn birth: CalendarDate?, _ ages: [Int], zone: TimeZoneRules) -> [(years: Int, from: Timestamp)] {
        guard let birth else { return [] }
        return ages.map { ($0, zone.startOfDay(firstDay(ofAge: $0, bornOn: birth))) }
    }
}
