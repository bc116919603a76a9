import Kernel

/// Days of slots that one answer may hold.
package enum SlotRange {
    package static let daysMax = 31
    static let defaultDays = 14
    package static func read(from: String?, to: String?, today: CalendarDate) throws -> ClosedRange<CalendarDate> {
        try DateRange.read(from: from, to: to, defaultFrom: today, defaultDays: defaultDays, daysMax: daysMax)
    }
}
