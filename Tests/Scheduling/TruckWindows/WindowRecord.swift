import Contracts
import Kernel
import SchedulingTruckWindows
import Testing

/// Windows around every change of every clock in ten years, written down for a judge that knows nothing of how they are built
/// (`Tests/Interop/truck_windows.py`, Python's `zoneinfo` over the same tz database).
@Suite("Windows around every change of every clock")
struct WindowRecord {
    @Test("Windows are written down for the judge")
    func record() throws {
        var lines = "", count = 0
        for name in try ClockChanges.zones() {
            let zone = try TimeZoneRules.named(name)
            for date in try ClockChanges.days(zone) {
                var choice = SeededChoice("windows of \(name) \(date)")
                lines += try line(name, zone, date, &choice) + "\n"
                count += 1
            }
        }
        #expect(count > 3000)
        try ClockChanges.write(lines, to: "truck-windows.jsonl")
    }

    private func line(_ name: String, _ zone: TimeZoneRules, _ date: CalendarDate, _ choice: inout SeededChoice) throws -> String {
        let first = choice.range(step: 15), minutes = [30, 45, 60, 90, 120, 240][choice.below(6)]
        let hours = choice.below(2) == 0 ? OpenHours([0..<1440]) : OpenHours(
            first.upperBound < 1440 ? [first, first.upperBound..<1440] : [first])
        let schedule = AreaSchedule(weekly: [Weekday(of: date): hours], windowMinutes: minutes, cutoffMinutes: 0)
        let windows = schedule.windows(of: "area", on: date, in: zone)
        let question: JSONValue = [
            "zone": .string(name), "date": .string(date.description), "minutes": .int(minutes),
            "hours": .array(hours.ranges.map { [.int($0.lowerBound), .int($0.upperBound)] }),
            "windows": .array(windows.map { window in
                [.int(Int(window.time.start.secondsSinceEpoch)), .int(Int(window.time.end.secondsSinceEpoch)), .string(window.localStart),
                 .string(window.localEnd)]
            }),
        ]
        return String(decoding: try JSON.encode(question), as: UTF8.self)
    }
}
