import Contracts
import Kernel
import SchedulingAppointments
import SchedulingKit
import ServiceKit

/// The provider's own free slots: no notice, no horizon.
public struct FreeSlots: Query {
    public static let type: MessageType = "scheduling.free-slots.v1"
    public let duration: Int
    public let from: String?
    public let to: String?

    public func answer(in view: SchedulingView) throws -> JSONValue {
        let reading = try view.reading
        let calendar = try reading.calendar(of: view.calendarOwner(named: nil))
        let range = try SlotRange.read(from: from, to: to, today: reading.today(calendar))
        let offer = try reading.offer(calendar, durationMinutes: duration, from: range.lowerBound, through: range.upperBound)
        let days = offer.days(from: range.lowerBound, through: range.upperBound, rules: [MinimumNotice(now: view.now, minutes: 0)])
        return SlotAnswer.list(days, calendar.zone, timezone: calendar.timezone, from: range.lowerBound, to: range.upperBound,
                               durationMinutes: duration)
    }
}

/// The slot engine over a calendar that comes with the question. Nothing kept is read.
public struct PreviewSlots: Query {
    public static let type: MessageType = "scheduling.preview-slots.v1"
    public struct Exception: Codable, Sendable {
        public let startDate: String
        public let endDate: String?
        public let kind: String
        public let startTime: String?
        public let endTime: String?
    }
    public struct Busy: Codable, Sendable {
        public let startsAt: String
        public let endsAt: String
    }
    public let timezone: String
    public let from: String
    public let to: String
    public let durationMinutes: Int
    public let workingHours: [WorkingHoursForm]
    public let overrides: [Exception]?
    public let busy: [Busy]?
    public let slotStepMinutes: Int?
    public let bufferBeforeMinutes: Int?
    public let bufferAfterMinutes: Int?
    public let now: String?
    public let minimumNoticeMinutes: Int?
    public let horizonDays: Int?

    public func answer(in view: SchedulingView) throws -> JSONValue {
        guard view.definition.permissions(of: try view.user().roles).contains(CalendarPermission.own) else {
            throw Rejection.forbidden(without: CalendarPermission.own)
        }
        var check = Validation()
        let zone = try? TimeZoneRules.named(timezone)
        check.require(zone != nil, "timezone", "is not a time zone")
        check.require(durationMinutes >= 5 && durationMinutes <= 720, "durationMinutes", "must be 5 to 720")
        let hours = workingHours.enumerated().compactMap { $1.row(id: $0, prefix: "workingHours.\($0).", &check) }
        let exceptions = (overrides ?? []).enumerated().compactMap { Self.exception($1, $0, &check) }
        let taken = (busy ?? []).enumerated().compactMap { Self.busy($1, $0, &check) }
        let instant = now.flatMap { Timestamp($0.trimmed) }
        check.require(now == nil || instant != nil, "now", "is not a time (RFC 3339)")
        let steps = [5, 10, 15, 20, 30, 60]
        check.require(steps.contains(slotStepMinutes ?? 30), "slotStepMinutes",
                      "must be one of \(steps.map(String.init).joined(separator: ", "))")
        check.number("bufferBeforeMinutes", bufferBeforeMinutes ?? 0, 0...240)
        check.number("bufferAfterMinutes", bufferAfterMinutes ?? 0, 0...240)
        check.number("minimumNoticeMinutes", minimumNoticeMinutes ?? 0, 0...43_200)
        check.number("horizonDays", horizonDays ?? 365, 1...365)
        let first = DateRange.date("from", from, &check), last = DateRange.date("to", to, &check)
        if let first, let last {
            check.require(first <= last, "to", "is before from")
            check.require(last.daysSinceEpoch - first.daysSinceEpoch < SlotRange.daysMax, "to",
                          "is more than \(SlotRange.daysMax) days from the first")
        }
        try check.check()
        guard let zone, let first, let last else { throw Rejection.invalid(["from": ["is required"], "to": ["is required"]]) }
        let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: exceptions), durationMinutes: durationMinutes,
                              stepMinutes: slotStepMinutes ?? 30,
                              buffers: Buffers(beforeMinutes: bufferBeforeMinutes ?? 0, afterMinutes: bufferAfterMinutes ?? 0),
                              busy: taken)
        let rules: [any SlotRule] = instant.map {
            [MinimumNotice(now: $0, minutes: minimumNoticeMinutes ?? 0), BookingHorizon(now: $0, days: horizonDays ?? 365)]
        } ?? []
        return SlotAnswer.list(offer.days(from: first, through: last, rules: rules), zone, timezone: timezone, from: first, to: last,
                               durationMinutes: durationMinutes)
    }

    private static func exception(_ form: Exception, _ place: Int, _ check: inout Validation) -> ScheduleOverride? {
        let prefix = "overrides.\(place)."
        let first = DateRange.date(prefix + "startDate", form.startDate, &check),
            last = DateRange.date(prefix + "endDate", form.endDate, &check) ?? first
        let start = form.startTime.flatMap { ClockText.minutes($0.trimmed) }, end = form.endTime.flatMap {
            ClockText.minutes($0.trimmed, allowsEndOfDay: true)
        }
        var minutes: Range<Int>?
        if let start, let end, start < end { minutes = start..<end }
        if form.kind != "closed", minutes == nil { check.fail(prefix + "endTime", "must be after startTime") }
        guard let first, let last else { return nil }
        check.require(first <= last, prefix + "endDate", "is before startDate")
        guard let kind = ScheduleOverride.Kind(name: form.kind, minutes: form.kind == "closed" ? nil : minutes) else {
            check.fail(prefix + "kind", "must be one of closed, blocked, extra")
            return nil
        }
        return ScheduleOverride(id: place, startDate: first, endDate: last, kind: kind)
    }
    private static func busy(_ form: Busy, _ place: Int, _ check: inout Validation) -> Interval? {
        guard let start = Timestamp(form.startsAt.trimmed), let end = Timestamp(form.endsAt.trimmed), start <= end else {
            check.fail("busy.\(place)", "is not a period of time")
            return nil
        }
        return Interval(start: start, end: end)
    }
}
