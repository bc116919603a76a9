import Contracts
import Kernel
import SchedulingTruckWindows
import Testing

@Suite("Windows that follow from a schedule")
struct AreaScheduleTests {
    private static let area: ServiceAreaID = "area-core"

    private static func zone(_ name: String = "America/New_York") throws -> TimeZoneRules { try TimeZoneRules.named(name) }
    private static func schedule(_ pairs: [[String]], minutes: Int, cutoff: Int = 60,
                                 exceptions: [AreaSchedule.Exception] = []) throws -> AreaSchedule {
        let hours = try OpenHours(pairs)
        return AreaSchedule(weekly: Dictionary(Weekday.allCases.map { ($0, hours) }) { first, _ in first }, windowMinutes: minutes,
                            cutoffMinutes: cutoff, exceptions: exceptions)
    }
    private static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

    @Test("They follow each other from every opening, and a rest that is too short is dropped")
    func usual() throws {
        let windows = try Self.schedule([["13:00", "17:59"], ["07:00", "12:30"]], minutes: 120)
            .windows(of: Self.area, on: Self.day("2026-11-23"), in: Self.zone())
        #expect(windows.map(\.localStart) == ["07:00", "09:00", "13:00", "15:00"])
        #expect(windows.map(\.localEnd) == ["09:00", "11:00", "15:00", "17:00"])
        #expect(windows.first?.time == TimeWindow(start: try #require(Timestamp("2026-11-23T12:00:00Z")),
                                                  end: try #require(Timestamp("2026-11-23T14:00:00Z"))))
        #expect(windows.first?.cutoffAt == Timestamp("2026-11-23T11:00:00Z"))
        #expect(Set(windows.map(\.id)).count == 4 && windows.allSatisfy { $0.date.description == "2026-11-23" })
    }

    @Test("An end at midnight is 24:00; days that are left out and closed dates have none; an exception replaces its day")
    func days() throws {
        let closed = AreaSchedule.Exception(date: try Self.day("2026-11-26"), hours: nil, reason: "Thanksgiving")
        let short = AreaSchedule.Exception(date: try Self.day("2026-11-27"), hours: try OpenHours([["20:00", "24:00"]]))
        let schedule = AreaSchedule(weekly: [.thu: try OpenHours([["07:00", "21:00"]])], windowMinutes: 240, cutoffMinutes: 0,
                                    exceptions: [short, closed])
        func starts(_ date: String) throws -> [String] {
            try schedule.windows(of: Self.area, on: Self.day(date), in: Self.zone()).map { "\($0.localStart)-\($0.localEnd)" }
        }
        #expect(try starts("2026-11-19") == ["07:00-11:00", "11:00-15:00", "15:00-19:00"])
        #expect(try starts("2026-11-20") == [])
        #expect(try starts("2026-11-26") == [])
        #expect(try starts("2026-11-27") == ["20:00-24:00"])
    }

    @Test("Where the clock skips an hour a start moves to the first instant after the gap, and a window without length is left out")
    func spring() throws {
        let day = try Self.day("2027-03-14")
        let long = try Self.schedule([["00:00", "24:00"]], minutes: 120).windows(of: Self.area, on: day, in: Self.zone())
        #expect(long.count == 12 && long.prefix(2).map { "\($0.localStart)-\($0.localEnd)" } == ["00:00-03:00", "03:00-04:00"])
        #expect(long.prefix(2).map { $0.time.end - $0.time.start } == [.hours(2), .hours(1)])
        let short = try Self.schedule([["00:00", "24:00"]], minutes: 30).windows(of: Self.area, on: day, in: Self.zone())
        #expect(short.count == 46 && short[3].localStart == "01:30" && short[3].localEnd == "03:00" && short[4].localStart == "03:00")
        // 02:30 does not exist: an opening then is one at 03:00.
        let inside = try Self.schedule([["02:30", "04:00"]], minutes: 90).windows(of: Self.area, on: day, in: Self.zone())
        #expect(inside.map(\.localStart) == ["03:00"] && inside.first?.time.start == Timestamp("2027-03-14T07:00:00Z"))
    }

    @Test("Where the clock shows an hour twice the first time counts, and the hour is part of a window")
    func autumn() throws {
        let windows = try Self.schedule([["00:00", "24:00"]], minutes: 30)
            .windows(of: Self.area, on: Self.day("2026-11-01"), in: Self.zone())
        #expect(windows.count == 48)
        #expect(windows[2].localStart == "01:00" && windows[2].time.start == Timestamp("2026-11-01T05:00:00Z"))
        #expect(windows[3].time.end - windows[3].time.start == .minutes(90) && windows[3].localEnd == "02:00")
    }

    /// Gaps of an hour and of half an hour, at two o'clock and at midnight.
    static let zones = ["America/New_York", "America/St_Johns", "Australia/Lord_Howe", "America/Havana", "Africa/Cairo", "UTC"]

    @Test("On every day of a year they neither overlap nor leave holes, and each id stands for one of them", arguments: zones)
    func year(_ name: String) throws {
        let zone = try Self.zone(name), first = try Self.day("2026-03-01")
        for minutes in [30, 45, 120] {
            let schedule = try Self.schedule([["00:00", "24:00"]], minutes: minutes)
            for date in (0..<366).map({ first.adding(days: $0) }) {
                let windows = schedule.windows(of: Self.area, on: date, in: zone), next = zone.startOfDay(date.adding(days: 1))
                let isWhole = windows.first?.time.start == zone.startOfDay(date) && windows.last?.time.end == next
                    && zip(windows, windows.dropFirst()).allSatisfy { $0.time.end == $1.time.start }
                    && windows.allSatisfy { $0.time.start < $0.time.end && zone.local($0.time.start).date == date }
                let end = zone.local(next).secondOfDay == 0 ? "24:00" : ClockText.text(zone.local(next).secondOfDay / 60)
                guard isWhole, windows.last?.localEnd == end, Set(windows.map(\.id)).count == windows.count else {
                    Issue.record("\(name) \(date) \(minutes): \(windows.map { "\($0.localStart)-\($0.localEnd)" })")
                    continue
                }
            }
        }
    }

    @Test("Hours that overlap, are reversed or are no times are refused; hours that touch are two openings", arguments: [
        ([["07:00", "12:00"], ["11:00", "13:00"]], OpenHours.Flaw.overlapping), ([["12:00", "07:00"]], .reversed),
        ([["07:00", "07:00"]], .reversed), ([["7:00", "12:00"]], .form), ([["07:00", "24:01"]], .form), ([["24:00", "24:00"]], .form),
        ([["07:00"]], .form),
    ])
    func flaws(_ pairs: [[String]], _ flaw: OpenHours.Flaw) throws {
        #expect(throws: flaw) { try OpenHours(pairs) }
        #expect(try OpenHours([["12:00", "21:00"], ["07:00", "12:00"]]).ranges == [420..<720, 720..<1260])
    }
}
