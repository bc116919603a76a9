import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// Days that differ from the week. Nothing is cancelled by it; what it touches is named.
public struct AddOverride: Command {
    public static let type: MessageType = "scheduling.add-override.v1"
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }
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
        var reader = FormReader(form)
        let kind = reader.choice("kind", of: ScheduleOverride.Kind.names, isRequired: true)
        let first = reader.typed("startDate") { typed, check in
            check.require(typed?.trimmed.isEmpty == false, "startDate", "is required")
            return DateRange.date("startDate", typed, &check)
        }
        let end = reader.typed("endDate") { DateRange.date("endDate", $0, &$1) }
        let text = reader.typed("reason") {
            CustomerField.text("reason", $0, 0...Self.reasonScalarsMax, multiline: true, required: false, &$1)
        }
        let minutes = Self.minutes(of: kind, &reader)
        if let first {
            let last = end ?? first
            let span = last.daysSinceEpoch - first.daysSinceEpoch
            if span < 0 { reader.fail("endDate", "is before startDate") }
            if span >= ScheduleOverride.spanDaysMax { reader.fail("endDate", "is more than \(ScheduleOverride.spanDaysMax) days away") }
            if last < today { reader.fail("endDate", "is in the past") }
        }
        try reader.finish()
        guard let first, let text, let kind, let known = ScheduleOverride.Kind(name: kind, minutes: minutes) else {
            throw Rejection.malformed("This is no exception.")
        }
        return (first, end ?? first, known, text)
    }

    /// The times of an exception that has some. Nil: it has none, or they are refused.
    static func minutes(of kind: String?, _ reader: inout FormReader) -> Range<Int>? {
        let isTimed = kind == "blocked" || kind == "extra"
        let from = reader.string("startTime", isRequired: isTimed), until = reader.string("endTime", isRequired: isTimed)
        guard isTimed else {
            for (field, time) in [("startTime", from), ("endTime", until)] where kind == "closed" && time != nil {
                reader.fail(field, "closed days have no times")
            }
            return nil
        }
        let start = from.flatMap { ClockText.minutes($0.trimmed) }
        let end = until.flatMap { ClockText.minutes($0.trimmed, allowsEndOfDay: true) }
        if from != nil, start == nil { reader.fail("startTime", "is not a time (HH:mm)") }
        if until != nil, end == nil { reader.fail("endTime", "is not a time (HH:mm, up to 24:00)") }
        guard let start, let end else { return nil }
        if start >= end { reader.fail("endTime", "must be after startTime") }
        return start < end ? start..<end : nil
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
