import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A calendar from elsewhere. One that has rows already keeps them.
extension ImportCalendar: Command, HasFormerNames {
    public static let formerFields = BookingNames.providerFields
    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Here already; the provider may have changed it since.
        guard try tx.calendars.hours(of: providerId).isEmpty else { return NoContent() }
        guard (try? TimeZoneRules.named(timezone)) != nil else { throw Rejection.invalid(["timezone": ["is not a time zone"]]) }
        let (kept, errors) = CalendarSettings.read(settings)
        guard errors.isEmpty else { throw Rejection.invalid(errors) }
        var record = try tx.calendars.find(providerId) ?? CalendarRecord(providerId: providerId)
        (record.name, record.timezone) = (name, timezone)
        record.changes.merge(kept) { $1 }
        try tx.calendars.save(record)
        var reader = FormReader(["hours": try JSONValue(encoding: hours)])
        let rows = reader.list("hours", hours.count) { row, _ in WorkingHoursForm.row(&row) }
        try reader.finish()
        for var row in rows {
            row.id = try tx.numbers.next(.workingHours)
            try tx.calendars.save(row, of: providerId)
        }
        for exception in exceptions { try insert(exception, in: tx) }
        return NoContent()
    }

    private func insert(_ exception: Exception, in tx: SchedulingTransaction) throws {
        let start = exception.startTime.flatMap { ClockText.minutes($0) }, end = exception.endTime.flatMap {
            ClockText.minutes($0, allowsEndOfDay: true)
        }
        let minutes = start.flatMap { start in end.flatMap { start < $0 ? start..<$0 : nil } }
        guard exception.startDate <= exception.endDate, let kind = ScheduleOverride.Kind(name: exception.kind, minutes: minutes) else {
            throw Rejection.invalid(["exceptions": ["\(exception.startDate): is not an exception"]])
        }
        try tx.calendars.insert(ScheduleOverride(id: try tx.numbers.next(.scheduleOverride), startDate: exception.startDate,
                                                 endDate: exception.endDate, kind: kind, reason: exception.reason), of: providerId)
    }
}
