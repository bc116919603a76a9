import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// Days that differ from the week. Nothing is cancelled by it; what it touches is named.
public struct AddOverride: Command {
    public static let type: MessageType = "scheduling.add-override.v1"
    public let kind: String
    public let startDate: String
    public let endDate: String?
    public let startTime: String?
    public let endTime: String?
    public let reason: String?
    static let reasonScalarsMax = 200

    public func handle(in tx: SchedulingTransaction) throws -> Created<JSONValue> {
        let provider = try tx.provider()
        let calendar = try tx.reading.calendar(of: provider)
        let (first, last, kind, reason) = try checked(today: calendar.zone.local(tx.now).date)
        let exception = ScheduleOverride(id: try tx.numbers.next(.scheduleOverride), startDate: first, endDate: last, kind: kind,
                                         reason: reason)
        try tx.calendars.insert(exception, of: provider)
        try tx.publish(OverrideAdded(providerId: provider, ids: [exception.id]))
        return Created(exception.json(conflicts: try OverrideConflicts.of(exception, provider, calendar.zone, tx.appointments)),
                       at: "/schedule-overrides/\(exception.id)")
    }

    private func checked(today: CalendarDate) throws -> (CalendarDate, CalendarDate, ScheduleOverride.Kind, String) {
        var check = Validation()
        let first = DateRange.date("startDate", startDate, &check), last = DateRange.date("endDate", endDate, &check) ?? first
        let text = CustomerField.text("reason", reason, 0...Self.reasonScalarsMax, multiline: true, required: false, &check)
        check.require(["closed", "blocked", "extra"].contains(kind), "kind", "must be one of closed, blocked, extra")
        if startDate.trimmed.isEmpty { check.fail("startDate", "is required") }
        var minutes: Range<Int>?
        if kind == "closed" {
            check.require(startTime == nil, "startTime", "closed days have no times")
            check.require(endTime == nil, "endTime", "closed days have no times")
        } else if kind == "blocked" || kind == "extra" {
            let start = startTime.flatMap { ClockText.minutes($0.trimmed) }, end = endTime.flatMap {
                ClockText.minutes($0.trimmed, allowsEndOfDay: true)
            }
            check.require(start != nil, "startTime", "is not a time (HH:mm)")
            check.require(end != nil, "endTime", "is not a time (HH:mm, up to 24:00)")
            if let start, let end {
                check.require(start < end, "endTime", "must be after startTime")
                if start < end { minutes = start..<end }
            }
        }
        if let first, let last {
            check.require(first <= last, "endDate", "is before startDate")
            check.require(last.daysSinceEpoch - first.daysSinceEpoch < ScheduleOverride.spanDaysMax, "endDate",
                          "is more than \(ScheduleOverride.spanDaysMax) days away")
            check.require(last >= today, "endDate", "is in the past")
        }
        try check.check()
        guard let first, let last, let text, let known = ScheduleOverride.Kind(name: kind, minutes: minutes) else {
            throw Rejection.malformed("This is no exception.")
        }
        return (first, last, known, text)
    }
}

/// Which appointments an exception touches.
enum OverrideConflicts {
    static func of(_ exception: ScheduleOverride, _ provider: User.ID, _ zone: TimeZoneRules, _ appointments: AppointmentStore) throws -> [
        Int] {
        let taken = exception.taken(in: zone)
        guard let first = taken.first, let last = taken.last else { return [] }
        let around = Interval(start: first.start, end: max(last.end, first.end))
        return try appointments.live(of: provider, meeting: around).filter { item in taken.contains { $0.meets(item.slot) } }.map(\.id)
            .sorted()
    }
}

/// Some days are like the others again.
public struct RemoveOverride: Command {
    public static let type: MessageType = "scheduling.remove-override.v1"
    public let overrideId: PathNumber

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        let provider = try tx.provider()
        let id = try overrideId.number()
        guard try tx.calendars.removeOverride(id, of: provider) else { throw Rejection.notFound }
        try tx.publish(OverrideRemoved(providerId: provider, ids: [id]))
        return NoContent()
    }
}
