import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// The slot engine over a calendar that comes with the question. Nothing kept is read.
public struct PreviewSlots: Query {
    public static let type: MessageType = "scheduling.preview-slots.v1"
    static let rowsMax = 200
    static let overridesMax = 400
    static let busyMax = 2000
    private static let steps = [5, 10, 15, 20, 30, 60]

    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    public func answer(in view: SchedulingView) throws -> JSONValue {
        guard view.definition.permissions(of: try view.user().roles).contains(CalendarPermission.own) else {
            throw Rejection.forbidden(without: CalendarPermission.own)
        }
        var reader = FormReader(form)
        let name = reader.text("timezone", 1...64, isRequired: true), zone = name.flatMap { try? TimeZoneRules.named($0) }
        if name != nil, zone == nil { reader.fail("timezone", "is not a time zone") }
        let days = Self.days(&reader)
        let offer = Self.offer(in: zone, &reader)
        let rules = Self.rules(&reader)
        try reader.finish()
        guard let name, let zone, let days, let offer else { throw Rejection.malformed("The calendar could not be read.") }
        return SlotAnswer.list(offer.days(from: days.lowerBound, through: days.upperBound, rules: rules), zone, timezone: name,
                               from: days.lowerBound, to: days.upperBound, durationMinutes: offer.durationMinutes)
    }

    private static func days(_ reader: inout FormReader) -> ClosedRange<CalendarDate>? {
        let from = reader.string("from", isRequired: true), to = reader.string("to", isRequired: true)
        func date(_ field: String, _ text: String?) -> CalendarDate? {
            let date = text.flatMap { CalendarDate($0.trimmed) }
            if text != nil, date == nil { reader.fail(field, "is not a date (YYYY-MM-DD)") }
            return date
        }
        let first = date("from", from), last = date("to", to)
        guard let first, let last else { return nil }
        guard first <= last else {
            reader.fail("to", "is before from")
            return nil
        }
        if last.daysSinceEpoch - first.daysSinceEpoch >= SlotRange.daysMax {
            reader.fail("to", "is more than \(SlotRange.daysMax) days from the first")
        }
        if last > SlotRange.last { reader.fail("to", "is beyond what can be booked") }
        return first...last
    }

    private static func offer(in zone: TimeZoneRules?, _ reader: inout FormReader) -> SlotOffer? {
        let duration = reader.integer("durationMinutes", FreeSlots.durations, isRequired: true)
        let hours = reader.list("workingHours", rowsMax, isRequired: true) { WorkingHoursForm.row(&$0, id: $1) }
        let exceptions = reader.list("overrides", overridesMax, exception)
        let taken = reader.list("busy", busyMax) { entry, _ in busy(&entry) }
        let step = reader.anyInteger("slotStepMinutes") ?? 30
        if !steps.contains(step) {
            reader.fail("slotStepMinutes", "must be one of \(steps.map(String.init).joined(separator: ", "))")
        }
        let before = reader.integer("bufferBeforeMinutes", 0...240) ?? 0, after = reader.integer("bufferAfterMinutes", 0...240) ?? 0
        guard let zone, let duration else { return nil }
        return SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: exceptions), durationMinutes: duration,
                         stepMinutes: step, buffers: Buffers(beforeMinutes: before, afterMinutes: after), busy: taken)
    }

    /// None without `now`.
    private static func rules(_ reader: inout FormReader) -> [any SlotRule] {
        let notice = reader.integer("minimumNoticeMinutes", 0...43_200) ?? 0
        let horizon = reader.integer("horizonDays", 1...365) ?? 365
        let now = reader.string("now"), instant = now.flatMap { Timestamp($0.trimmed) }
        if now != nil, instant == nil { reader.fail("now", "is not a time (RFC 3339)") }
        return instant.map { [MinimumNotice(now: $0, minutes: notice), BookingHorizon(now: $0, days: horizon)] } ?? []
    }

    private static func exception(_ entry: inout FormReader, _ place: Int) -> ScheduleOverride? {
        let kind = entry.choice("kind", of: ScheduleOverride.Kind.names, isRequired: true)
        let from = entry.string("startDate", isRequired: true), until = entry.string("endDate")
        let first = from.flatMap { CalendarDate($0.trimmed) }, end = until.flatMap { CalendarDate($0.trimmed) }
        if from != nil, first == nil { entry.fail("startDate", "is not a date (YYYY-MM-DD)") }
        if let until, !until.trimmed.isEmpty, end == nil { entry.fail("endDate", "is not a date (YYYY-MM-DD)") }
        if let first, let end, end < first { entry.fail("endDate", "is before startDate") }
        // A closed day may bring times along; they say nothing.
        let minutes = kind == "closed" ? nil : AddOverride.minutes(of: kind, &entry)
        guard let first, let kind, let known = ScheduleOverride.Kind(name: kind, minutes: minutes) else { return nil }
        return ScheduleOverride(id: place, startDate: first, endDate: end ?? first, kind: known)
    }

    private static func busy(_ entry: inout FormReader) -> Interval? {
        let from = entry.string("startsAt", isRequired: true), until = entry.string("endsAt", isRequired: true)
        let start = from.flatMap { Timestamp($0.trimmed) }, end = until.flatMap { Timestamp($0.trimmed) }
        if from != nil, start == nil { entry.fail("startsAt", "is not a time (RFC 3339)") }
        if until != nil, end == nil { entry.fail("endsAt", "is not a time (RFC 3339)") }
        guard let start, let end else { return nil }
        guard start <= end else {
            entry.fail("endsAt", "is not a period of time")
            return nil
        }
        return Interval(start: start, end: end)
    }
}
