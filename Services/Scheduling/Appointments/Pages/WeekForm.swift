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

    /// `from`: the first day; today where it is none or over.
    func markup(from text: String?) throws -> Markup {
        let words = source.words
        let today = source.reading.today(calendar)
        let last = today.adding(days: calendar.settings.horizonDays)
        let wanted = text.flatMap { CalendarDate($0.trimmed) } ?? today
        let first = min(max(wanted, today), last)
        let through = first.adding(days: Self.days - 1)
        let offer = try source.reading.offer(calendar, durationMinutes: durationMinutes, from: first, through: through, own: own)
        let days = offer.days(from: first, through: through, rules: source.reading.guestLimits(calendar))
        let hasTimes = days.contains { !$0.slots.isEmpty }
        var places = Set<Timestamp>()
        let groups = days.map { day -> Markup in
            let choices = day.slots.map { slot -> Markup in
                let isFirst = places.isEmpty
                places.insert(slot.start)
                return choice(slot, isFirst: isFirst)
            }
            let body: Markup = choices.isEmpty ? "<p class=\"none\">\(words.noTimes)</p>" : "<div class=\"times\">\(choices)</div>"
            return "<fieldset><legend>\(words.calendar.fullDay(day.date))</legend>\(body)</fieldset>\n"
        }
        let errorLine: Markup = error.map { "<p class=\"error\" id=\"startsAt-error\">\($0)</p>" } ?? .empty
        let submit: Markup = hasTimes ? "<button type=\"submit\">\(button)</button>" : .empty
        return """
            \(navigation(first, today: today, last: last))
            <form method="post" action="\(source.address(action))">\(errorLine)\(groups)\(submit)</form>
            """
    }

    private func choice(_ slot: Interval, isFirst: Bool) -> Markup {
        let start = ClockText.spoken(slot.start, calendar.zone), end = ClockText.spoken(slot.end, calendar.zone)
        let value = slot.start.wholeSeconds.description
        let id: Markup = isFirst ? " id=\"startsAt\"" : .empty
        let described: Markup = error == nil ? .empty : " aria-describedby=\"startsAt-error\" aria-invalid=\"true\""
        return """
            <label><input type="radio" name="startsAt" value="\(value)"\(id)\(described) required><span><time \
            datetime="\(value)">\(start)</time>–\(end)</span></label>
            """
    }

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
