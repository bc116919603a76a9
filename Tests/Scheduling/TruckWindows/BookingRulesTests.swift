import Contracts
import Kernel
import SchedulingTruckWindows
import Testing

@Suite("Which windows can be booked")
struct BookingRulesTests {
    private let zone: TimeZoneRules
    private let schedule: AreaSchedule
    private let stops = WindowStops([WindowStops.Truck(id: "t", code: "T-1", fuels: ["regular"], stops: 2, taken: 1)])

    init() throws {
        zone = try TimeZoneRules.named("America/New_York")
        let hours = try OpenHours([["07:00", "21:00"]])
        schedule = AreaSchedule(weekly: Dictionary(Weekday.allCases.map { ($0, hours) }) { first, _ in first }, windowMinutes: 120,
                                cutoffMinutes: 60)
    }
    private func rules(_ now: String) throws -> BookingRules {
        BookingRules(now: try #require(Timestamp(now)), zone: zone, horizonDays: 6, asapPromiseMinutes: 90)
    }
    private func entries(_ date: String, _ other: WindowStops? = nil) throws -> [StaffedWindow] {
        schedule.windows(of: "area", on: try #require(CalendarDate(date)), in: zone).map { StaffedWindow($0, other ?? stops) }
    }

    @Test("A window is open before its cutoff and within the horizon, and a fraction of a second does not count")
    func open() throws {
        let window = try #require(try entries("2026-11-23").first).window
        #expect(try rules("2026-11-23T10:59:59.999Z").isOpen(window))
        #expect(try !rules("2026-11-23T11:00:00Z").isOpen(window))
        #expect(try rules("2026-11-17T05:00:00Z").isOpen(window) && !rules("2026-11-17T04:59:59Z").isOpen(window))
    }

    @Test("The reason is the cutoff before the missing truck before the stops that are taken")
    func reasons() throws {
        let full = WindowStops([WindowStops.Truck(id: "t", code: "T-1", fuels: ["regular"], stops: 2, taken: 3)])
        let late = try rules("2026-11-23T11:00:00Z"), early = try rules("2026-11-23T10:00:00Z")
        let entry = try #require(try entries("2026-11-23", full).first)
        #expect(late.unavailability(of: entry, for: "regular") == .pastCutoff)
        #expect(early.unavailability(of: entry, for: "diesel") == .noTruckForFuel)
        #expect(early.unavailability(of: entry, for: "regular") == .full)
        #expect(early.unavailability(of: try #require(try entries("2026-11-23").first), for: "regular") == nil)
    }

    @Test("As soon as possible is the earliest window that starts within two hours and ends more than one hour from now", arguments: [
        ("2026-11-23T09:59:59Z", nil), ("2026-11-23T10:00:00Z", "07:00"), ("2026-11-23T12:59:59Z", "07:00"),
        ("2026-11-23T13:00:00Z", "09:00"), ("2026-11-24T00:59:59Z", "19:00"), ("2026-11-24T01:00:00Z", nil),
    ])
    func asap(_ now: String, _ start: String?) throws {
        let rules = try rules(now)
        #expect(try rules.asap(entries("2026-11-23"), for: "regular")?.window.localStart == start)
        #expect(try rules.asap(entries("2026-11-23"), for: "diesel") == nil)
    }

    @Test("It is promised 90 minutes from now or from the start, and near midnight it may be tomorrow's")
    func promise() throws {
        let window = try #require(try entries("2026-11-23").first).window
        #expect(try rules("2026-11-23T10:30:00Z").asapPromise(in: window) == Timestamp("2026-11-23T13:30:00Z"))
        #expect(try rules("2026-11-23T12:30:07Z").asapPromise(in: window) == Timestamp("2026-11-23T14:00:07Z"))
        let night = try rules("2026-11-24T03:30:00Z")
        #expect(night.today.description == "2026-11-23" && night.asapDays.upperBound.description == "2026-11-24")
    }

    @Test("The truck with most stops left serves, of several the lowest code; stops below what is taken leave none")
    func trucks() {
        func truck(_ id: TruckID, _ code: String, _ stops: Int, _ taken: Int, _ fuels: Set<String> = ["regular"]) -> WindowStops.Truck {
            WindowStops.Truck(id: id, code: code, fuels: fuels, stops: stops, taken: taken)
        }
        let stops = WindowStops([
            truck("c", "T-3", 4, 2), truck("b", "T-2", 3, 1), truck("a", "T-1", 2, 1), truck("d", "T-0", 2, 5),
            truck("e", "T-4", 20, 0, ["diesel"]),
        ])
        #expect(stops.capacity(for: "regular") == 11 && stops.remaining(for: "regular") == 5 && stops.next(for: "regular")?.id == "b")
        #expect(stops.capacity(for: "premium") == 0 && stops.next(for: "premium") == nil)
    }
}
