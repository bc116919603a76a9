import Foundation
import Kernel
import SchedulingKit
import SchedulingService
import Testing

/// What the slot engine answers around every change of every clock in ten years, written down for a judge that knows nothing of it
/// (`Tests/Interop/slots.py`, Python's `zoneinfo` over the same tz database).
@Suite("Slots around every change of every clock")
struct SlotRecord {
    @Test("Answers are written down for the judge")
    func record() throws {
        var lines = "", count = 0
        for name in try ClockChanges.zones() {
            let zone = try TimeZoneRules.named(name)
            for date in try ClockChanges.days(zone) {
                var choice = SeededChoice("\(name) \(date)")
                for _ in 0..<2 {
                    lines += try line(name, zone, date, &choice) + "\n"
                    count += 1
                }
            }
        }
        #expect(count > 5000)
        try ClockChanges.write(lines, to: "slots.jsonl")
    }

    private func line(_ name: String, _ zone: TimeZoneRules, _ date: CalendarDate, _ choice: inout SeededChoice) throws -> String {
        let grain = [15, 30, 60][choice.below(3)]
        // The day and its neighbours: a slot may pass midnight.
        var hours = (-1...1).flatMap { days in
            (0...choice.below(2)).map { _ in (day: date.adding(days: days).weekday % 7, minutes: choice.range(step: grain)) }
        }
        if choice.below(4) == 0 { hours.append((day: date.weekday % 7, minutes: 0..<1440)) }
        let extra = choice.below(3) == 0 ? choice.range(step: grain) : nil
        let blocked = choice.below(3) == 0 ? choice.range(step: grain) : nil
        let isClosed = choice.below(8) == 0
        var exceptions: [ScheduleOverride] = []
        if let extra { exceptions.append(ScheduleOverride(id: 1, startDate: date, endDate: date, kind: .extra(extra))) }
        if let blocked {
            exceptions.append(ScheduleOverride(id: 2, startDate: date, endDate: date.adding(days: 1), kind: .blocked(blocked)))
        }
        if isClosed { exceptions.append(ScheduleOverride(id: 3, startDate: date, endDate: date, kind: .closed)) }
        let duration = [30, 60, 90, 120, 180][choice.below(5)], step = [15, 20, 30, 60][choice.below(4)]
        let buffers = Buffers(beforeMinutes: [0, 15][choice.below(2)], afterMinutes: [0, 15, 45][choice.below(3)])
        let midnight = zone.startOfDay(date)
        let busy = choice.below(2) == 0 ? Interval(start: midnight + .minutes(choice.below(96) * 15), minutes: 45) : nil
        let now = choice.below(3) == 0 ? midnight - .minutes(choice.below(96) * 15) : nil
        let notice = [0, 360, 1440][choice.below(3)]
        let weekly = WeeklyCalendar(hours: hours.enumerated().map { place, row in
            WorkingHours(id: place, dayOfWeek: row.day, startMinute: row.minutes.lowerBound, endMinute: row.minutes.upperBound)
        }, exceptions: exceptions)
        let offer = SlotOffer(zone: zone, calendar: weekly, durationMinutes: duration, stepMinutes: step, buffers: buffers,
                              busy: busy.map { [$0] } ?? [])
        let rules: [any SlotRule] = now.map { [MinimumNotice(now: $0, minutes: notice), BookingHorizon(now: $0, days: 1)] } ?? []
        let starts = offer.days(from: date, through: date, rules: rules).flatMap(\.slots).map(\.start.secondsSinceEpoch)
        func pair(_ range: Range<Int>?) -> JSONValue { range.map { [.int($0.lowerBound), .int($0.upperBound)] } ?? .null }
        let question: JSONValue = [
            "zone": .string(name), "date": .string(date.description),
            "hours": .array(hours.map { [.int($0.day), .int($0.minutes.lowerBound), .int($0.minutes.upperBound)] }),
            "extra": pair(extra), "blocked": pair(blocked), "closed": .bool(isClosed), "duration": .int(duration), "step": .int(step),
            "before": .int(buffers.beforeMinutes), "after": .int(buffers.afterMinutes),
            "now": now.map { .int(Int($0.secondsSinceEpoch)) } ?? .null, "notice": .int(notice),
            "busy": busy.map { [.int(Int($0.start.secondsSinceEpoch)), .int(Int($0.end.secondsSinceEpoch))] } ?? .null,
            "starts": .array(starts.map { .int(Int($0)) }),
        ]
        return String(decoding: try JSON.encode(question), as: UTF8.self)
    }

    @Test("A month of slots of a full calendar: how long it takes is printed")
    func speed() throws {
        let zone = try TimeZoneRules.named("Europe/Madrid"), first = try #require(CalendarDate("2027-03-10"))
        let hours = (1...5).flatMap {
            [WorkingHours(id: $0, dayOfWeek: $0, startMinute: 600, endMinute: 780),
             WorkingHours(id: 10 + $0, dayOfWeek: $0, startMinute: 840, endMinute: 1140)]
        }
        let busy = (0..<60).map {
            Interval(start: zone.instant(of: first.adding(days: $0 / 2), secondOfDay: 36_000 + $0 % 2 * 18_000), minutes: 120)
        }
        var found = 0
        let rounds = 200
        let time = ContinuousClock().measure {
            for _ in 0..<rounds {
                let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: []), durationMinutes: 60,
                                      stepMinutes: 30, buffers: Buffers(afterMinutes: 15), busy: busy)
                found += offer.days(from: first, through: first.adding(days: 30)).reduce(0) { $0 + $1.slots.count }
            }
        }
        #expect(found > 0)
        FileHandle.standardError.write(Data("a month of slots: \((time / rounds).wholeMicroseconds) µs\n".utf8))
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
