import Kernel

/// The slots of one calendar for one duration: a pure function of its parts. Public slots, holds, bookings, moves and
/// previews all use this one.
///
/// Local times become instants by RFC 5545 §3.3.5; the grid, lengths and notices are elapsed time. Intervals are half open.
public struct SlotOffer: Sendable {
    public let zone: TimeZoneRules
    public let calendar: any Calendar
    public let durationMinutes: Int
    public let stepMinutes: Int
    public let buffers: Buffers
    /// Taken time, widened by whoever took it: one for each who has it.
    private let claims: [Interval]
    /// The same as time that nobody shares; sorted and disjoint.
    private let busy: [Interval]

    public init(zone: TimeZoneRules, calendar: any Calendar, durationMinutes: Int, stepMinutes: Int, buffers: Buffers = Buffers(),
                busy: [Interval] = []) {
        (self.zone, self.calendar, self.durationMinutes, self.stepMinutes) = (zone, calendar, durationMinutes, max(1, stepMinutes))
        (self.buffers, claims, self.busy) = (buffers, busy, Interval.union(busy))
    }

    /// Free slots of one local date.
    public struct Day: Sendable, Equatable {
        public let date: CalendarDate
        public let slots: [Interval]
        public init(date: CalendarDate, slots: [Interval]) { (self.date, self.slots) = (date, slots) }
    }

    /// One entry for every date of the range, both ends included. Rules of grid and open time hold by construction;
    /// `rules` are those besides.
    public func days(from first: CalendarDate, through last: CalendarDate, rules: [any SlotRule] = []) -> [Day] {
        guard first <= last else { return [] }
        // What starts late on the last day may end in the open time of the next.
        let open = first.daysSinceEpoch - 1...last.daysSinceEpoch + 1
        let ranges = open.map { openRanges(on: CalendarDate(daysSinceEpoch: $0)) }
        let room = room(ranges.flatMap { $0 })
        let shut = open.flatMap { blocked(on: CalendarDate(daysSinceEpoch: $0)) }
        var taken = [1: Interval.union(busy + shut)]
        return (first.daysSinceEpoch...last.daysSinceEpoch).map { number in
            let date = CalendarDate(daysSinceEpoch: number)
            var slots: [Interval] = []
            for start in candidates(ranges[number - open.lowerBound]) {
                let slot = Interval(start: start, minutes: durationMinutes)
                guard Self.isWithin(slot, room) else { continue }
                let places = places(at: start)
                if taken[places] == nil { taken[places] = Interval.union(Interval.crowded(claims, by: places) + shut) }
                if !Self.meets(slot.widened(by: buffers), taken[places] ?? []), rules.allSatisfy({ $0.allows(slot, in: self) }) {
                    slots.append(slot)
                }
            }
            return Day(date: date, slots: slots)
        }
    }

    /// Why this start cannot be booked: the first rule that refuses. Nil: no rule does; whether it is free is another question.
    public func refusal(of start: Timestamp, rules: [any SlotRule]) -> String? {
        let slot = Interval(start: start, minutes: durationMinutes)
        return rules.first { !$0.allows(slot, in: self) }?.reason
    }
    public func isFree(_ start: Timestamp) -> Bool {
        let places = places(at: start)
        return !Self.meets(Interval(start: start, minutes: durationMinutes).widened(by: buffers),
                           places == 1 ? busy : Interval.crowded(claims, by: places))
    }
    /// How many may have what begins there.
    public func places(at start: Timestamp) -> Int { calendar.isContinuous ? 1 : calendar.places(at: start, in: zone) }

    /// The next free slots from an instant on.
    public func next(_ count: Int, from instant: Timestamp, daysMax: Int, rules: [any SlotRule]) -> [Interval] {
        var found: [Interval] = []
        var date = zone.local(instant).date
        let last = date.adding(days: daysMax)
        // Week by week: most calendars answer in the first.
        while found.count < count, date <= last {
            let end = min(date.adding(days: 6), last)
            found += days(from: date, through: end, rules: rules).flatMap(\.slots).filter { $0.start >= instant }
                .prefix(count - found.count)
            date = end.adding(days: 1)
        }
        return found
    }

    // MARK: - What rules ask

    func isOpen(_ slot: Interval) -> Bool {
        let around = dates(around: slot)
        let taken = Interval.union(around.flatMap(blocked))
        return Self.isWithin(slot, room(around.flatMap(openRanges))) && !Self.meets(slot.widened(by: buffers), taken)
    }
    func isOnGrid(_ start: Timestamp) -> Bool {
        dates(around: Interval(start: start, minutes: 0)).contains { candidates(openRanges(on: $0)).contains(start) }
    }
    private func dates(around slot: Interval) -> [CalendarDate] {
        let first = zone.local(slot.start).date.daysSinceEpoch - 1, last = zone.local(slot.end).date.daysSinceEpoch + 1
        return (first...last).map { CalendarDate(daysSinceEpoch: $0) }
    }

    // MARK: - Parts

    /// Where a slot must lie whole: touching ranges are one, windows are each their own.
    private func room(_ ranges: [Interval]) -> [Interval] {
        calendar.isContinuous ? Interval.union(ranges) : ranges.sorted { $0.start < $1.start }
    }

    private func openRanges(on date: CalendarDate) -> [Interval] {
        calendar.openMinutes(on: date).map { LocalMinutes.interval($0, of: date, in: zone) }.filter { $0.start < $0.end }
    }
    private func blocked(on date: CalendarDate) -> [Interval] {
        calendar.blockedMinutes(on: date).map { LocalMinutes.interval($0, of: date, in: zone) }
    }
    /// Ascending, each once.
    private func candidates(_ ranges: [Interval]) -> [Timestamp] {
        var starts: [Timestamp] = []
        let step = Int64(stepMinutes) * 60_000
        guard calendar.isContinuous else { return Set(ranges.map(\.start)).sorted() }
        for range in ranges {
            for instant in stride(from: range.start.millisecondsSinceEpoch, to: range.end.millisecondsSinceEpoch, by: Int64.Stride(step)) {
                starts.append(Timestamp(millisecondsSinceEpoch: instant))
            }
        }
        // Ranges of a day whose clock goes forward may overlap as instants.
        guard zip(starts, starts.dropFirst()).contains(where: { $0 >= $1 }) else { return starts }
        return Set(starts).sorted()
    }

    /// Place of the last interval that starts at or before an instant; -1: none.
    private static func last(startingBy instant: Timestamp, in intervals: [Interval]) -> Int {
        var low = 0, high = intervals.count
        while low < high {
            let middle = (low + high) / 2
            if intervals[middle].start <= instant { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
    private static func isWithin(_ slot: Interval, _ union: [Interval]) -> Bool {
        let place = last(startingBy: slot.start, in: union)
        return place >= 0 && slot.end <= union[place].end
    }
    private static func meets(_ interval: Interval, _ union: [Interval]) -> Bool {
        let place = last(startingBy: interval.start, in: union)
        if place >= 0, union[place].end > interval.start { return true }
        return place + 1 < union.count && union[place + 1].start < interval.end
    }
}

extension Calendar {
    func places(at instant: Timestamp, in zone: TimeZoneRules) -> Int {
        let local = zone.local(instant)
        return places(at: local.secondOfDay / 60, on: local.date)
    }
}
