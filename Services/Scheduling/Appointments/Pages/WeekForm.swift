import Kernel
import SchedulingKit
import ServiceKit

/// Seven days of free times, one form: a group per day, a choice per time.
struct WeekForm {
    let source: PageSource
    let calendar: ProviderCalendar
    let durationMinutes: Int
    let own: Set<String>
    /// Where the choice goes, and where other weeks are.
    let action: String
    let here: String
    let button: String
    var error: String?

    static let days = 7
    /// Keeps a page within 100 KB, whatever the step and the hours. A day that has no room is a link to the page that begins with it.
    private static let choiceBytesMax = 75_000

    /// Where the week of a refused choice begins: where it began, else with the day that was chosen.
    static func day(from: String?, startsAt: String?, in zone: TimeZoneRules) -> String? {
        if let from, CalendarDate(from.trimmed) != nil { return from }
        return startsAt.flatMap { Timestamp($0.trimmed) }.map { zone.local($0).date.description }
    }

    /// `from`: the first day; today where it is none or over.
    func markup(from text: String?) throws -> Markup {
        let today = source.reading.today(calendar)
        let last = today.adding(days: calendar.settings.horizonDays)
        let wanted = text.flatMap { CalendarDate($0.trimmed) } ?? today
        let first = min(max(wanted, today), last)
        let through = first.adding(days: Self.days - 1)
        let offer = try source.reading.offer(calendar, durationMinutes: durationMinutes, from: first, through: through, own: own)
        let days = offer.days(from: first, through: through, rules: source.reading.guestLimits(calendar))
        let start = days.lazy.flatMap(\.slots).first?.start
        var room = Self.choiceBytesMax
        let groups = days.map { group($0, start, isInvalid: start == nil && error != nil && $0.date == first, &room) }
        let errorLine: Markup = error.map { "<p class=\"error\" id=\"startsAt-error\">\($0)</p>" } ?? .empty
        let submit: Markup = start == nil ? .empty : "<button type=\"submit\">\(button)</button>"
        return """
            \(navigation(first, today: today, last: last))
            <form method="post" action="\(source.address(action, [("from", first.description)]))">\(errorLine)\(groups)\(submit)</form>
            """
    }

    /// - Parameters:
    ///   - start: the first on the page.
    ///   - isInvalid: the week has no choice that could bear the error.
    ///   - room: how many bytes the choices of this day and of those after it may take.
    private func group(_ day: SlotOffer.Day, _ start: Timestamp?, isInvalid: Bool, _ room: inout Int) -> Markup {
        let words = source.words, title = words.calendar.fullDay(day.date)
        let choices = day.slots.map { choice($0, isFirst: $0.start == start) }
        let bytes = choices.reduce(0) { $0 + $1.html.utf8.count }
        let body: Markup
        if choices.isEmpty {
            body = "<p class=\"none\">\(words.noTimes)</p>"
        } else if bytes <= room {
            room -= bytes
            body = "<div class=\"times\">\(choices)</div>"
        } else {
            body = "<p><a href=\"\(source.address(here, [("from", day.date.description)]))\">\(words.timesOf(title))</a></p>"
        }
        let marks: Markup = isInvalid ? " id=\"startsAt\" role=\"radiogroup\"\(invalid)" : .empty
        return "<fieldset\(marks)><legend>\(title)</legend>\(body)</fieldset>\n"
    }

    /// As short as can be, because a page may have hundreds. What the first one says counts for all of its name.
    private func choice(_ slot: Interval, isFirst: Bool) -> Markup {
        let marks: Markup = isFirst ? " id=\"startsAt\" required\(invalid)" : .empty
        return """
            <label><input type="radio" name="startsAt" value="\(slot.start.wholeSeconds.description)"\(marks)>\
            \(ClockText.spoken(slot, calendar.zone))</label>
            """
    }
    private var invalid: Markup { error == nil ? .empty : " aria-describedby=\"startsAt-error\" aria-invalid=\"true\"" }

    private func navigation(_ first: CalendarDate, today: CalendarDate, last: CalendarDate) -> Markup {
        let words = source.words
        let before = max(first.adding(days: -Self.days), today), after = first.adding(days: Self.days)
        let back: Markup = first > today
            ? "<a rel=\"prev\" href=\"\(source.address(here, [("from", before.description)]))\">\(words.previousWeek)</a>" : "<span></span>"
        let forth: Markup = after <= last
            ? "<a rel=\"next\" href=\"\(source.address(here, [("from", after.description)]))\">\(words.nextWeek)</a>" : "<span></span>"
        return "<nav aria-label=\"\(words.chooseTime)\">\(back)\(forth)</nav>"
    }
}
