import Kernel

/// Days of slots that one answer may hold.
package enum SlotRange {
    package static let daysMax = 31
    static let defaultDays = 14
    /// Slots that begin later could end where no answer can show it.
    package static let last = CalendarDate(daysSinceEpoch: Int(StartTime.last.secondsSinceEpoch / 86_400))
    /// - Parameter form: what is wrong with the rest of the request, named beside what is wrong with the days.
    package static func read(from: String?, to: String?, today: CalendarDate, form: Validation = Validation()) throws(
        Rejection) -> ClosedRange<CalendarDate> {
        var check = form
        let first = DateRange.date("from", from, &check), last = DateRange.date("to", to, &check)
        let start = first ?? last.map { min($0, today) } ?? today
        let end = last ?? start.adding(days: defaultDays - 1)
        if check.errors["from"] == nil, check.errors["to"] == nil {
            check.require(start <= end, "to", "is before from")
            check.require(end.daysSinceEpoch - start.daysSinceEpoch < daysMax, "to", "is more than \(daysMax) days from the first")
            check.require(end <= Self.last, last == nil ? "from" : "to", "is beyond what can be booked")
        }
        try check.check()
        return start...end
    }
}
