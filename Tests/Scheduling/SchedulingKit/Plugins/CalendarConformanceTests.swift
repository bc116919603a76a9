import Kernel
import SchedulingKit
import SchedulingService
import Testing

/// Every calendar there is, under a name, and every rule. A new one is added here and has to pass.
private enum Every {
    static let calendars: [(name: String, calendar: any Calendar)] = [
        ("empty week", WeeklyCalendar(hours: [], exceptions: [])),
        ("overlapping and touching rows",
         WeeklyCalendar(hours: [row(1, 600, 780), row(1, 780, 900), row(1, 840, 1440), row(2, 0, 1440), row(0, 60, 61)], exceptions: [])),
        ("exceptions of every kind", WeeklyCalendar(hours: (0..<7).map { row($0, 540, 1020) }, exceptions: [
            exception(1, -3, 3, .closed), exception(2, 0, 0, .extra(600..<660)), exception(3, 0, 5, .extra(630..<700)),
            exception(4, 4, 9, .blocked(0..<1440)), exception(5, 5, 5, .blocked(600..<601)),
        ])),
        ("windows that touch", WindowCalendar(windows: windows, exceptions: [])),
        ("windows with exceptions", WindowCalendar(windows: windows, exceptions: [
            exception(1, -3, 3, .closed), exception(2, 2, 2, .extra(480..<720)), exception(3, 6, 9, .extra(0..<1440)),
            exception(4, 4, 4, .blocked(540..<560)),
        ])),
    ] + CalendarPlugins.all.map { name, plugin -> (name: String, calendar: any Calendar) in
        // As a tenant that says nothing but the plugin's name gets it.
        (name, plugin.init(SchedulingSettings()).calendar(hours: [row(1, 600, 780)], exceptions: []))
    }
    private static let windows = [
        DeliveryWindow(days: [1, 2, 3, 4, 5], minutes: 480..<600, places: 3),
        DeliveryWindow(days: [1, 2, 3, 4, 5], minutes: 600..<720, places: 1),
        DeliveryWindow(days: [0, 6], minutes: 1320..<1440, places: 2), DeliveryWindow(days: [0], minutes: 0..<120, places: 2),
    ]
    static let today = CalendarDate(daysSinceEpoch: 20_778)
    static let now = Timestamp(secondsSinceEpoch: 1_795_244_400)
    static let rules: [any SlotRule] = [MinimumNotice(now: now, minutes: 1440), BookingHorizon(now: now, days: 60), OpenTime(), OnGrid()]

    private static func row(_ day: Int, _ start: Int, _ end: Int) -> WorkingHours {
        WorkingHours(id: 1, dayOfWeek: day, startMinute: start, endMinute: end)
    }
    private static func exception(_ id: Int, _ from: Int, _ to: Int, _ kind: ScheduleOverride.Kind) -> ScheduleOverride {
        ScheduleOverride(id: id, startDate: today.adding(days: from), endDate: today.adding(days: to), kind: kind)
    }
}

@Suite("What every calendar and every rule keeps to")
struct CalendarConformanceTests {
    @Test("Open time is ascending, disjoint, not empty and within the day; asked again it is the same", arguments: Every.calendars.indices)
    func openTime(_ place: Int) {
        let calendar = Every.calendars[place].calendar
        for days in -20...20 {
            let date = Every.today.adding(days: days)
            let ranges = calendar.openMinutes(on: date)
            #expect(ranges.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= ClockText.minutesPerDay })
            // What touches is one range, unless each is a window of its own.
            #expect(zip(ranges, ranges.dropFirst())
                .allSatisfy { calendar.isContinuous ? $0.upperBound < $1.lowerBound : $0.upperBound <= $1.lowerBound })
            #expect(
                ranges.allSatisfy {
                    calendar.places(at: $0.lowerBound, on: date) >= 1
                        && (!calendar.isContinuous || calendar.places(at: $0.lowerBound, on: date) == 1)
                })
            #expect(calendar.blockedMinutes(on: date).allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= ClockText.minutesPerDay })
            #expect(calendar.openMinutes(on: date) == ranges)
        }
    }

    @Test("What an offer lists can be booked, and nothing beside the list on the grid can", arguments: Every.calendars.indices)
    func listAndCheckAgree(_ place: Int) throws {
        let zone = try TimeZoneRules.named("Europe/Madrid")
        let busy = [Interval(start: Every.now + .hours(52), minutes: 90)]
        let offer = SlotOffer(zone: zone, calendar: Every.calendars[place].calendar, durationMinutes: 60, stepMinutes: 15,
                              buffers: Buffers(beforeMinutes: 5, afterMinutes: 10), busy: busy)
        let first = zone.local(Every.now).date
        let listed = Set(offer.days(from: first, through: first.adding(days: 9), rules: Array(Every.rules.prefix(2))).flatMap(\.slots)
            .map(\.start))
        var start = zone.startOfDay(first)
        while start < zone.startOfDay(first.adding(days: 10)) {
            let isBookable = offer.refusal(of: start, rules: Every.rules) == nil && offer.isFree(start)
            #expect(isBookable == listed.contains(start), "\(start)")
            start = start + .minutes(5)
        }
    }

    @Test("As many may have a slot as it has places, and then it is gone", arguments: Every.calendars.indices)
    func places(_ place: Int) throws {
        let zone = try TimeZoneRules.named("Europe/Madrid"), calendar = Every.calendars[place].calendar
        let first = zone.local(Every.now).date
        func slots(_ busy: [Interval]) -> [Interval] {
            SlotOffer(zone: zone, calendar: calendar, durationMinutes: 60, stepMinutes: 60, busy: busy)
                .days(from: first, through: first.adding(days: 9)).flatMap(\.slots)
        }
        for slot in slots([]).prefix(20) {
            let places = SlotOffer(zone: zone, calendar: calendar, durationMinutes: 60, stepMinutes: 60).places(at: slot.start)
            #expect(slots(Array(repeating: slot, count: places - 1)).contains(slot))
            #expect(!slots(Array(repeating: slot, count: places)).contains(slot))
        }
    }

    @Test("A rule has a reason of its own, in kebab case, and answers the same twice")
    func rules() throws {
        let offer = SlotOffer(zone: try TimeZoneRules.named("UTC"), calendar: Every.calendars[1].calendar, durationMinutes: 30,
                              stepMinutes: 30)
        #expect(Set(Every.rules.map(\.reason)).count == Every.rules.count)
        for rule in Every.rules {
            #expect(rule.reason.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
            for hours in 0..<200 {
                let slot = Interval(start: Every.now + .hours(hours), minutes: 30)
                #expect(rule.allows(slot, in: offer) == rule.allows(slot, in: offer))
            }
        }
    }
}
