import Contracts
import Kernel
import SchedulingEventReminders
import SchedulingKit
import ServiceKit

/// What the caller has at the time of an event, or of a stretch of time. `busy` comes from the caller's device and is not kept.
public struct FindCalendarConflicts: Query {
    public static let type: MessageType = "scheduling.find-calendar-conflicts.v1"
    public struct Busy: Codable, Sendable {
        public let start: String
        public let end: String
        public let title: String?
    }
    public let eventId: EventID?
    public let start: String?
    public let end: String?
    public let excludeEventId: EventID?
    public let busy: [Busy]?

    static let busyMax = 500
    static let titleLengths = 0...120
    /// More dates than anybody has at one time.
    private static let datesMax = 1000

    public struct Answer: Encodable, Sendable {
        let conflicts: [Row]
    }
    public struct Row: Encodable, Sendable {
        let found: CalendarConflictCheck.Found

        private enum Key: String, CodingKey { case kind, source, eventId, title, start, end, overlapMinutes, gapMinutes }
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(found.kind.rawValue, forKey: .kind)
            try container.encode(found.date.source.rawValue, forKey: .source)
            try container.encodeIfPresent(found.date.eventId, forKey: .eventId)
            try container.encode(found.date.title, forKey: .title)
            try container.encode(found.date.window.start.wholeSeconds, forKey: .start)
            try container.encode(found.date.window.end.wholeSeconds, forKey: .end)
            try container.encode(found.overlapMinutes, forKey: .overlapMinutes)
            try container.encode(found.gapMinutes, forKey: .gapMinutes)
        }
    }

    public func answer(in view: SchedulingView) throws -> Answer {
        let user = try view.user().userID
        let (asked, devices) = try read()
        let window: TimeWindow
        switch asked {
        case .stretch(let stretch): window = stretch
        case .event(let id):
            // A draft without its dates is at the same time as nothing.
            guard let known = try Self.window(of: id, seenBy: user, in: view) else { return Answer(conflicts: []) }
            window = known
        }
        let adjacent = try view.definition.shared(CalendarTerms.self, in: ServiceName.scheduling).adjacentMinutes
        let near = window.widened(byMinutes: adjacent)
        // A date that ends when the window begins has a gap of none: the store's bound is exclusive.
        let after = near.start - .milliseconds(1)
        let tickets = try view.calendarTickets.events(of: user, endingAfter: after, startingUntil: near.end, limit: Self.datesMax)
            .filter { $0.active > 0 }.map { Self.date(.ticket, $0.event) }
        let own = try view.events.of(organizer: user, endingAfter: after, startingUntil: near.end, limit: Self.datesMax)
            .filter { !$0.isCancelled }.map { Self.date(.organizerEvent, $0) }
        let check = CalendarConflictCheck(window: window, adjacentMinutes: adjacent)
        let dates = (tickets + own).filter { $0.eventId != eventId && $0.eventId != excludeEventId }
        return Answer(conflicts: check.conflicts(with: dates + devices).map { Row(found: $0) })
    }

    /// Nil: a draft of the caller that has no dates yet. Throws 404 for what the caller may not see.
    private static func window(of id: EventID, seenBy user: User.ID, in view: SchedulingView) throws -> TimeWindow? {
        if let event = try view.events.find(id) {
            guard !event.isDeleted else { throw Rejection.notFound }
            return event.window
        }
        guard let draft = try view.drafts.find(id), draft.organizer == user else { throw Rejection.notFound }
        return draft.window
    }

    private static func date(_ source: CalendarConflictCheck.Source, _ event: ScheduledEvent) -> CalendarConflictCheck.Date {
        CalendarConflictCheck.Date(source: source, eventId: event.id, title: event.title, window: event.window)
    }

    private enum Asked { case event(EventID), stretch(TimeWindow) }

    /// Throws 422 with every field that is wrong.
    private func read() throws -> (Asked, [CalendarConflictCheck.Date]) {
        var check = Validation()
        var asked: Asked?
        if let eventId {
            asked = .event(eventId)
            check.require(start == nil && end == nil, "eventId", "cannot be sent together with start and end")
        } else if start == nil, end == nil {
            check.fail("eventId", "is required, or start and end")
        } else {
            asked = Self.window(start, end, prefix: "", &check).map { .stretch($0) }
        }
        let busy = busy ?? []
        check.require(busy.count <= Self.busyMax, "busy", "must have at most \(Self.busyMax) entries")
        let devices = busy.prefix(Self.busyMax).enumerated().compactMap { place, form -> CalendarConflictCheck.Date? in
            let title = check.text("busy.\(place).title", form.title, Self.titleLengths, required: false)
            return Self.window(form.start, form.end, prefix: "busy.\(place).", &check).map {
                CalendarConflictCheck.Date(source: .device, eventId: nil, title: title, window: $0)
            }
        }
        try check.check()
        guard let asked else { throw Rejection.invalid(["eventId": ["is required, or start and end"]]) }
        return (asked, devices)
    }

    private static func window(_ start: String?, _ end: String?, prefix: String, _ check: inout Validation) -> TimeWindow? {
        let first = instant(start, prefix + "start", &check), last = instant(end, prefix + "end", &check)
        guard let first, let last else { return nil }
        guard first < last else {
            check.fail(prefix + "end", "must be after start")
            return nil
        }
        return TimeWindow(start: first, end: last)
    }
    private static func instant(_ text: String?, _ field: String, _ check: inout Validation) -> Timestamp? {
        guard let text else {
            check.fail(field, "is required")
            return nil
        }
        guard let instant = Timestamp(text.trimmed) else {
            check.fail(field, "is not a time (RFC 3339)")
            return nil
        }
        return instant
    }
}
