import Kernel

/// R24–R26: how often, counted in days, weeks and months of the recipient's calendar.
enum CapRules {
    struct Full {
        let code: String
        /// When there is room again at the earliest; nil: never.
        let resetsAt: Timestamp?
    }
    private enum Period { case day, week, month }

    /// The first cap that is full at an instant, in the order of the rules.
    static func firstFull(at t: Timestamp, _ question: DecisionQuestion) -> Full? {
        guard question.type.counts else { return nil }
        if !question.exempt.contains(.caps) {
            if let full = typeCap(at: t, question) ?? fullDay(of: question.category, at: t, question) ?? fullWeek(at: t, question) {
                return full
            }
        }
        return question.exempt.contains(.total) ? nil : total(at: t, question)
    }

    // MARK: - R24

    private static func typeCap(at t: Timestamp, _ question: DecisionQuestion) -> Full? {
        let (type, policy) = (question.type, question.policy)
        func isMine(_ sent: History.Sent) -> Bool { sent.type == type.name }
        if policy.similarOncePerDay.contains(type.cat), let subject = question.candidate.subject, policy.reminders?.type != type.name,
            case let day = bounds(.day, of: t, question), count(in: day, question, where: { isMine($0) && $0.subject == subject }) > 0 {
            return Full(code: "similar_today", resetsAt: day.upperBound)
        }
        if let rule = policy.frequentBuyers, let limit = rule.weekly[type.name], question.recipient.ticketsLast30Days >= rule.tickets,
            case let week = bounds(.week, of: t, question), count(in: week, question, where: isMine) >= limit {
            return Full(code: "frequent_buyer", resetsAt: week.upperBound)
        }
        let limits: [(Int?, Period)] = [(type.caps.day, .day), (type.caps.week, .week), (type.caps.month, .month)]
        for (limit, period) in limits {
            guard let limit else { continue }
            let range = bounds(period, of: t, question)
            if count(in: range, question, where: isMine) >= limit { return Full(code: "type_cap", resetsAt: range.upperBound) }
        }
        if let limit = type.caps.ever, max(question.history.everSent[type.name] ?? 0, question.history.sent.count(where: isMine)) >= limit {
            return Full(code: "type_cap", resetsAt: nil)
        }
        if let span = type.perSubject?.elapsed,
            let last = question.history.since(t - span).first(where: { isMine($0) && $0.subject == question.candidate.subject }),
            t - last.sentAt < span {
            return Full(code: "type_cap", resetsAt: last.sentAt + span)
        }
        return nil
    }

    // MARK: - R25

    /// R13 asks this one, too.
    static func fullDay(of category: NotificationPolicy.Category, at t: Timestamp, _ question: DecisionQuestion) -> Full? {
        guard let cap = category.dayCap, !question.exempt.contains(.caps) else { return nil }
        let day = bounds(.day, of: t, question)
        guard count(in: category, day, question) >= limit(cap, category, question) else { return nil }
        return Full(code: "daily_cap_\(category.name)", resetsAt: day.upperBound)
    }
    private static func fullWeek(at t: Timestamp, _ question: DecisionQuestion) -> Full? {
        guard let cap = question.category.weekCap else { return nil }
        let week = bounds(.week, of: t, question)
        guard count(in: question.category, week, question) >= limit(cap, question.category, question) else { return nil }
        return Full(code: "weekly_cap_\(question.category.name)", resetsAt: week.upperBound)
    }
    /// Halved, rounded up, while too many people leave the category.
    private static func limit(_ cap: Int, _ category: NotificationPolicy.Category, _ question: DecisionQuestion) -> Int {
        question.policy.inForce(cap, category, openAlerts: question.openAlerts)
    }
    private static func count(in category: NotificationPolicy.Category, _ range: Range<Timestamp>, _ question: DecisionQuestion) -> Int {
        let types = question.policy.types
        return count(in: range, question) { sent in types[sent.type].map { $0.cat == category.name && $0.counts } ?? false }
    }
    private static func count(in range: Range<Timestamp>, _ question: DecisionQuestion, where counts: (History.Sent) -> Bool) -> Int {
        question.history.since(range.lowerBound).count { range.contains($0.sentAt) && counts($0) }
    }

    // MARK: - R26

    private static func total(at t: Timestamp, _ question: DecisionQuestion) -> Full? {
        guard let total = question.policy.total, total.categories.contains(question.category.name),
              !total.except.contains(question.type.name) else { return nil }
        let types = question.policy.types
        func isFull(_ limit: Int?, _ range: Range<Timestamp>) -> Bool {
            guard let limit else { return false }
            return count(in: range, question) { sent in
                !total.except.contains(sent.type) && types[sent.type].map { total.categories.contains($0.cat) && $0.counts } ?? false
            } >= limit
        }
        let day = bounds(.day, of: t, question)
        if isFull(total.day, day) { return Full(code: "total_daily_cap", resetsAt: day.upperBound) }
        let week = bounds(.week, of: t, question)
        return isFull(total.week, week) ? Full(code: "total_weekly_cap", resetsAt: week.upperBound) : nil
    }

    // MARK: - Calendar

    private static func bounds(_ period: Period, of t: Timestamp, _ question: DecisionQuestion) -> Range<Timestamp> {
        let zone = question.zone
        let (from, to): (CalendarDate, CalendarDate) = switch period {
        case .day: LocalCalendar.day(of: t, zone)
        case .week: LocalCalendar.week(of: t, zone, startingOn: question.policy.weekStart)
        case .month: LocalCalendar.month(of: t, zone)
        }
        return zone.startOfDay(from)..<zone.startOfDay(to)
    }
}

/// Days, weeks and months on somebody's calendar: first day, and the first day after.
package enum LocalCalendar {
    package static func day(of t: Timestamp, _ zone: TimeZoneRules) -> (CalendarDate, CalendarDate) {
        let date = zone.local(t).date
        return (date, date.adding(days: 1))
    }
    /// `startingOn`: ISO weekday.
    package static func week(of t: Timestamp, _ zone: TimeZoneRules, startingOn first: Int) -> (CalendarDate, CalendarDate) {
        let date = zone.local(t).date
        let start = date.adding(days: -((date.weekday - first + 7) % 7))
        return (start, start.adding(days: 7))
    }
    package static func month(of t: Timestamp, _ zone: TimeZoneRules) -> (CalendarDate, CalendarDate) {
        let date = zone.local(t).date
        let start = date.adding(days: 1 - date.day)
        return (start, start.adding(days: CalendarDate.days(inMonth: date.month, ofYear: date.year)))
    }
}

extension NotificationPolicy {
    /// A cap of a category, halved while too many people leave it.
    func inForce(_ cap: Int, _ category: Category, openAlerts: Set<String>) -> Int {
        openAlerts.contains(category.name) && optOutAlert?.halves == true ? (cap + 1) / 2 : cap
    }
}
