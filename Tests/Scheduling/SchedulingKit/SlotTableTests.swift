import Kernel
import SchedulingKit
import SchedulingService
import Testing

/// One line of the table: `from–to[,from–to] step/duration` on a date of a zone, and the starts in UTC.
struct SlotCase: Sendable, CustomStringConvertible {
    let zone: String
    let date: String
    let hours: String
    let step: Int
    let duration: Int
    let starts: [String]
    var now: String?
    var noticeMinutes = 0
    var busy: (String, String)?
    var bufferAfter = 0
    var description: String { "\(zone) \(date) \(hours) \(step)/\(duration)" }

    init(_ zone: String, _ date: String, _ hours: String, _ step: Int, _ duration: Int, _ starts: [String], now: String? = nil,
         notice: Int = 0, busy: (String, String)? = nil, bufferAfter: Int = 0) {
        (self.zone, self.date, self.hours, self.step, self.duration, self.starts) = (zone, date, hours, step, duration, starts)
        (self.now, noticeMinutes, self.busy, self.bufferAfter) = (now, notice, busy, bufferAfter)
    }
}

private let madrid = "Europe/Madrid", york = "America/New_York", aires = "America/Argentina/Buenos_Aires", santiago = "America/Santiago",
    howe = "Australia/Lord_Howe"

@Suite("Slots on days whose clock changes")
struct SlotTableTests {
    static let cases: [SlotCase] = [
        .init(madrid, "2027-03-28", "00:00-06:00", 60, 60, ["27T23:00", "28T00:00", "28T01:00", "28T02:00", "28T03:00"]),
        .init(madrid, "2027-03-28", "00:00-06:00", 60, 120, ["27T23:00", "28T00:00", "28T01:00", "28T02:00"]),
        .init(madrid, "2027-03-28", "02:00-04:00", 30, 60, ["28T01:00"]),
        .init(madrid, "2027-03-28", "01:00-02:30", 30, 60, ["28T00:00", "28T00:30"]),
        .init(madrid, "2027-03-28", "02:15-02:45", 30, 30, ["28T01:15"]),
        .init(madrid, "2027-03-28", "10:00-13:00", 60, 60, ["28T09:00", "28T10:00"], now: "2027-03-27T09:00:00Z", notice: 1440),
        .init(madrid, "2027-10-31", "00:00-06:00", 60, 60,
              ["30T22:00", "30T23:00", "31T00:00", "31T01:00", "31T02:00", "31T03:00", "31T04:00"]),
        .init(madrid, "2027-10-31", "01:00-04:00", 60, 120, ["30T23:00", "31T00:00", "31T01:00"]),
        .init(madrid, "2027-10-31", "02:30-05:00", 60, 60, ["31T00:30", "31T01:30", "31T02:30"]),
        .init(madrid, "2027-10-31", "10:00-13:00", 60, 60, ["31T09:00", "31T10:00", "31T11:00"], now: "2027-10-30T08:00:00Z", notice: 1440),
        .init(york, "2027-03-14", "00:00-06:00", 60, 60, ["14T05:00", "14T06:00", "14T07:00", "14T08:00", "14T09:00"]),
        .init(york, "2027-03-14", "01:30-03:30", 30, 60, ["14T06:30"]),
        .init(york, "2027-03-14", "13:00-17:00", 60, 60, ["14T17:00", "14T18:00", "14T19:00", "14T20:00"]),
        .init(york, "2027-11-07", "00:00-06:00", 60, 60,
              ["07T04:00", "07T05:00", "07T06:00", "07T07:00", "07T08:00", "07T09:00", "07T10:00"]),
        .init(york, "2027-11-07", "00:00-04:00", 60, 180, ["07T04:00", "07T05:00", "07T06:00"]),
        .init(york, "2027-11-07", "01:30-03:30", 30, 60, ["07T05:30", "07T06:00", "07T06:30", "07T07:00", "07T07:30"]),
        .init(aires, "2027-03-28", "00:00-06:00", 60, 60, ["28T03:00", "28T04:00", "28T05:00", "28T06:00", "28T07:00", "28T08:00"]),
        .init(santiago, "2027-04-03", "20:00-24:00", 60, 60, ["03T23:00", "04T00:00", "04T01:00", "04T02:00", "04T03:00"]),
        .init(santiago, "2027-09-05", "00:00-03:00", 60, 60, ["05T04:00", "05T05:00"]),
        .init(howe, "2027-04-04", "00:00-04:00", 60, 60, ["03T13:00", "03T14:00", "03T15:00", "03T16:00"]),
        .init(howe, "2027-10-03", "00:00-04:00", 60, 60, ["02T13:30", "02T14:30", "02T15:30"]),
        .init(aires, "2026-11-25", "10:00-13:00,14:00-19:00", 30, 120,
              ["25T13:00", "25T13:30", "25T14:00", "25T17:00", "25T17:30", "25T18:00", "25T18:30", "25T19:00", "25T19:30", "25T20:00"]),
        .init(aires, "2026-11-25", "10:00-18:00", 30, 60,
              ["25T13:00", "25T13:30", "25T16:30", "25T17:00", "25T17:30", "25T18:00", "25T18:30", "25T19:00", "25T19:30", "25T20:00"],
              busy: ("2026-11-25T15:00:00Z", "2026-11-25T16:15:00Z"), bufferAfter: 15),
    ]

    @Test("Every case of the table gives its starts", arguments: cases)
    func table(_ item: SlotCase) throws {
        let zone = try TimeZoneRules.named(item.zone), date = try #require(CalendarDate(item.date))
        let hours = item.hours.split(separator: ",").enumerated().compactMap { place, text -> WorkingHours? in
            let ends = text.split(separator: "-").map(String.init)
            guard let start = ClockText.minutes(ends[0]), let end = ClockText.minutes(ends[1], allowsEndOfDay: true) else { return nil }
            return WorkingHours(id: place, dayOfWeek: date.weekday % 7, startMinute: start, endMinute: end)
        }
        let busy = try item.busy.map { [Interval(start: try #require(Timestamp($0.0)), end: try #require(Timestamp($0.1)))] } ?? []
        let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: []), durationMinutes: item.duration,
                              stepMinutes: item.step, buffers: Buffers(afterMinutes: item.bufferAfter), busy: busy)
        let rules: [any SlotRule] = try item.now.map { [MinimumNotice(now: try #require(Timestamp($0)), minutes: item.noticeMinutes)] }
            ?? []
        let slots = offer.days(from: date, through: date, rules: rules).flatMap(\.slots)
        let month = item.date.prefix(8)
        #expect(slots.map(\.start.description) == item.starts.map { "\(month)\($0):00Z" })
        // What is listed may be booked, by the same rules.
        for slot in slots {
            #expect(offer.refusal(of: slot.start, rules: rules + [OpenTime(), OnGrid()]) == nil && offer.isFree(slot.start))
        }
    }

    @Test("A slot may pass midnight into open time of the next day")
    func midnight() throws {
        let zone = try TimeZoneRules.named(aires)
        let hours = [WorkingHours(id: 1, dayOfWeek: 5, startMinute: 1200, endMinute: 1440),
                     WorkingHours(id: 2, dayOfWeek: 6, startMinute: 0, endMinute: 120)]
        let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: []), durationMinutes: 120, stepMinutes: 60)
        let first = try #require(CalendarDate("2027-01-08"))
        let days = offer.days(from: first, through: first.adding(days: 1))
        #expect(days.map { $0.slots.map { zone.local($0.start).hour } } == [[20, 21, 22, 23], [0]])
    }

    @Test("A refusal names the first rule that refuses: too soon, too far, outside the hours, off the grid")
    func order() throws {
        let zone = try TimeZoneRules.named(aires), now = try #require(Timestamp("2026-11-21T07:00:00Z"))
        let hours = (0..<7).map { WorkingHours(id: $0, dayOfWeek: $0, startMinute: 600, endMinute: 780) }
        let blocked = ScheduleOverride(id: 1, startDate: try #require(CalendarDate("2026-11-26")),
                                       endDate: try #require(CalendarDate("2026-11-26")), kind: .blocked(600..<660))
        let offer = SlotOffer(zone: zone, calendar: WeeklyCalendar(hours: hours, exceptions: [blocked]), durationMinutes: 60,
                              stepMinutes: 30)
        let rules = SlotRules.guest(now: now, noticeMinutes: 1440, horizonDays: 60)
        func refusal(_ text: String) throws -> String? { offer.refusal(of: try #require(Timestamp(text)), rules: rules) }
        #expect(try refusal("2026-11-21T13:07:00Z") == "too-soon")
        #expect(try refusal("2027-03-21T20:07:00Z") == "too-far")
        #expect(try refusal("2026-11-25T20:07:00Z") == "outside-hours")
        #expect(try refusal("2026-11-26T13:00:00Z") == "outside-hours")
        #expect(try refusal("2026-11-25T13:07:00Z") == "off-grid")
        #expect(try refusal("2026-11-25T13:30:00Z") == nil)
    }
}
