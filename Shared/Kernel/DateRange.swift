/// The days `from`–`to` of a question, both included.
public struct DateRange: Sendable, Equatable {
    public let first: CalendarDate
    public let last: CalendarDate

    /// Names everything that is wrong with the two texts at once. Throws 422.
    /// - Parameter daysMax: the most days that may be asked for.
    public init(from: String?, to: String?, daysMax: Int) throws {
        var check = Validation()
        func date(_ field: String, _ text: String?) -> CalendarDate? {
            let date = text.flatMap { CalendarDate($0) }
            check.require(date != nil, field, text == nil ? "is required" : "must be a date (YYYY-MM-DD)")
            return date
        }
        let (first, last) = (date("from", from), date("to", to))
        if let first, let last {
            let days = last.daysSinceEpoch - first.daysSinceEpoch + 1
            check.require(days >= 1, "to", "must not be before from")
            check.require(days <= daysMax, "to", "must be at most \(daysMax) days after from")
        }
        try check.check()
        guard let first, let last else { throw Rejection.invalid(["from": ["is required"]]) }
        (self.first, self.last) = (first, last)
    }
}
