import Kernel
import SchedulingKit
import SoukPlatform

/// How long the slot engine thinks about a month of one artist: weekly hours with a break, exceptions, a calendar that
/// is well booked, guests' rules, and a zone whose clock changes within the month. Nothing is read or written.
package struct SlotMeasure {
    private static let rounds = 3_000
    private static let warmUpRounds = 300
    private static let days = 31

    package init() {}

    package struct Result: Codable, Sendable {
        let slots: Int
        let p50Microseconds: Double
        let p99Microseconds: Double
        package var text: String {
            "a month of one artist (\(slots) slots): p50 \(Int(p50Microseconds)) µs, p99 \(Int(p99Microseconds)) µs"
        }
    }

    package func run() throws -> Result {
        let zone = try TimeZoneRules.named("Europe/Madrid")
        // Its last Sunday is the one on which the clock goes forward.
        guard let first = CalendarDate("2027-03-01") else { throw Installation.Invalid(description: "slots: no such day") }
        let hours = (1...6).flatMap { day in
            [WorkingHours(id: day, dayOfWeek: day, startMinute: 600, endMinute: 780),
             WorkingHours(id: 10 + day, dayOfWeek: day, startMinute: 840, endMinute: 1140)]
        }
        let exceptions = [
            ScheduleOverride(id: 1, startDate: first.adding(days: 19), endDate: first.adding(days: 21), kind: .closed),
            ScheduleOverride(id: 2, startDate: first.adding(days: 13), endDate: first.adding(days: 13), kind: .extra(660..<900)),
            ScheduleOverride(id: 3, startDate: first.adding(days: 7), endDate: first.adding(days: 11), kind: .blocked(960..<990)),
        ]
        let buffers = Buffers(afterMinutes: 15)
        // One a day, in the morning or late.
        let busy = (0..<Self.days).map { day in
            Interval(start: zone.instant(of: first.adding(days: day), secondOfDay: (day % 2 == 0 ? 600 : 1020) * 60), minutes: 90)
                .widened(by: buffers)
        }
        let now = zone.startOfDay(first)
        let rules: [any SlotRule] = [MinimumNotice(now: now, minutes: 1440), BookingHorizon(now: now, days: 60)]
        var times: [Double] = [], slots = 0
        for round in 0..<Self.rounds + Self.warmUpRounds {
            let started = ContinuousClock.now
            let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: exceptions), durationMinutes: 120,
                                  stepMinutes: 30, buffers: buffers, busy: busy)
            slots = offer.days(from: first, through: first.adding(days: Self.days - 1), rules: rules).reduce(0) { $0 + $1.slots.count }
            let spent = (ContinuousClock.now - started).components
            if round >= Self.warmUpRounds { times.append(Double(spent.seconds) * 1e6 + Double(spent.attoseconds) / 1e12) }
        }
        times.sort()
        return Result(slots: slots, p50Microseconds: times[times.count / 2], p99Microseconds: times[times.count * 99 / 100])
    }
}
