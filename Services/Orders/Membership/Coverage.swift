import Kernel

/// Everything a member's periods say on a day. Pure: the periods and the day decide.
package struct Coverage: Sendable, Equatable {
    package enum Standing: String, Sendable { case active, expired, cancelled, none }

    /// Oldest first.
    package let periods: [Subscription]
    package let today: CalendarDate

    package init(_ periods: [Subscription], today: CalendarDate) { (self.periods, self.today) = (periods, today) }

    private var live: [Subscription] { periods.filter { $0.status(on: today) == .active } }

    /// The last day of what follows today without a gap; nil: no coverage.
    package var end: CalendarDate? { live.map(\.endDate).max() }
    package var isActive: Bool { live.contains { $0.covers(today) } }
    /// The period that covers today.
    package var current: Subscription? { live.first { $0.covers(today) } }
    /// The newest period that is not cancelled: the only one that can be taken back.
    package var latest: Subscription? { periods.last { !$0.isCancelled } }
    /// The period that coverage ended with; nil: it goes on, or there was none.
    package var ended: Subscription? { end == nil ? latest : nil }

    package var standing: Standing {
        if end != nil { return .active }
        guard let newest = periods.last else { return .none }
        return newest.isCancelled ? .cancelled : .expired
    }
    /// The period that dates are shown of.
    package var shown: Subscription? { current ?? live.first ?? periods.last }

    /// The last day that people see, also in the signed card: none after a cancellation that left no coverage.
    package var shownEnd: CalendarDate? {
        switch standing {
        case .active: end
        case .expired: shown?.endDate
        case .cancelled, .none: nil
        }
    }

    /// The period that a sale of so many months today makes: after the last day of coverage, or from today on.
    package func next(months: Int) -> (start: CalendarDate, end: CalendarDate) {
        if let end { return (end.adding(days: 1), end.adding(months: months)) }
        return (today, today.adding(months: months))
    }
    /// Coverage may not reach further than the tenant allows.
    package func fits(months: Int, _ settings: MembershipSettings) -> Bool {
        next(months: months).end <= today.adding(months: settings.coverageMonthsMax)
    }
    package func monthsMax(_ settings: MembershipSettings) -> Int { settings.plans.map(\.months).last { fits(months: $0, settings) } ?? 0 }

    /// Days after today that are covered; 0 on the last day, and without coverage.
    package var daysRemaining: Int { end.map { max(0, $0 - today) } ?? 0 }
    package func covers(_ date: CalendarDate) -> Bool { periods.contains { $0.covers(date) } }

    /// Whether any day from the first of the month until today was covered. A sale that was undone in time never covered a day.
    package var coveredThisMonth: Bool {
        let first = today.firstOfMonth
        return periods.contains { period in
            switch period.status {
            case .active, .expired: period.startDate <= today && period.endDate >= first
            case .cancelled(let end):
                end.cause != .voided && period.startDate <= min(end.day, period.endDate) && end.day >= first
            }
        }
    }
}
