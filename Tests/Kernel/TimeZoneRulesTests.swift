import Kernel
import Testing

@Suite("Time zones")
struct TimeZoneRulesTests {
    /// Zone, wall clock, seconds since 1970, seconds east of UTC: as Python's `zoneinfo` has it (`fold=0`), with
    /// readings that are skipped or happen twice.
    static let known: [(zone: String, wall: String, seconds: Int64, offset: Int)] = [
        ("Africa/Kampala", "2026-11-26T09:00:00", 1795672800, 10800),
        ("Africa/Kampala", "1925-01-01T00:00:00", -1420078180, 7780),
        ("Europe/Brussels", "2026-03-29T02:30:00", 1774747800, 7200),
        ("Europe/Brussels", "2026-10-25T02:30:00", 1792888200, 7200),
        ("Europe/Brussels", "2026-10-25T03:00:00", 1792893600, 3600),
        ("Europe/Brussels", "2050-07-01T12:00:00", 2540282400, 7200),
        ("Europe/Brussels", "1944-09-17T03:00:00", -798069600, 3600),
        ("America/Mexico_City", "2022-07-01T12:00:00", 1656694800, -18000),
        ("America/Mexico_City", "2026-07-01T12:00:00", 1782928800, -21600),
        ("America/Sao_Paulo", "2018-11-04T00:00:00", 1541300400, -7200),
        ("America/Sao_Paulo", "2040-01-15T00:00:00", 2210209200, -10800),
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", 1791042300, 39600),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", 1775313900, 39600),
        ("Australia/Lord_Howe", "2045-01-01T00:00:00", 2366802000, 39600),
        ("Asia/Kolkata", "2026-01-01T05:30:00", 1767225600, 19800),
        ("Africa/Casablanca", "2026-02-15T02:30:00", 1771119000, 3600),
        ("Africa/Casablanca", "2080-06-01T00:00:00", 3484422000, 3600),
        ("Europe/Dublin", "2026-01-01T00:00:00", 1767225600, 0),
        ("Europe/Dublin", "2060-07-01T00:00:00", 2855862000, 3600),
        ("Pacific/Apia", "2011-12-30T12:00:00", 1325282400, 50400),
        ("Antarctica/Troll", "2044-03-27T02:00:00", 2342656800, 7200),
        ("America/Nuuk", "2045-03-24T23:30:00", 2374018200, -7200),
    ]

    @Test("A reading of the wall clock means the instant Python says", arguments: known)
    func instants(zone: String, wall: String, seconds: Int64, offset: Int) throws {
        let rules = try TimeZoneRules.named(zone)
        let date = try #require(CalendarDate(String(wall.prefix(10))))
        let clock = wall.dropFirst(11).split(separator: ":").compactMap { Int($0) }
        let instant = rules.instant(of: date, secondOfDay: clock[0] * 3600 + clock[1] * 60 + clock[2])
        #expect(instant.secondsSinceEpoch == seconds)
        #expect(rules.offsetSeconds(at: instant) == offset)
    }

    @Test("An instant reads back as its wall clock, and days begin at their first instant")
    func readBack() throws {
        let brussels = try TimeZoneRules.named("Europe/Brussels")
        let skipped = brussels.instant(of: try #require(CalendarDate("2026-03-29")), secondOfDay: 2 * 3600 + 1800)
        #expect(brussels.local(skipped).text == "2026-03-29T03:30:00")
        let saoPaulo = try TimeZoneRules.named("America/Sao_Paulo")
        #expect(saoPaulo.local(saoPaulo.startOfDay(try #require(CalendarDate("2018-11-04")))).text == "2018-11-04T01:00:00")
    }

    @Test("The next change of the clock is found to the second")
    func transitions() throws {
        let brussels = try TimeZoneRules.named("Europe/Brussels")
        let next = brussels.nextTransition(after: try #require(Timestamp("2026-01-01T00:00:00Z")))
        #expect(next?.at == Timestamp("2026-03-29T01:00:00Z") && next?.offsetSeconds == 7200)
        #expect(try TimeZoneRules.named("Africa/Kampala").nextTransition(after: Timestamp(secondsSinceEpoch: 1_800_000_000)) == nil)
    }

    @Test("A name the tz database does not have is refused", arguments: ["Europe/Atlantis", "../passwd", "", "/etc/passwd", "Europe"])
    func unknown(name: String) { #expect(throws: TimeZoneRules.Unreadable.self) { try TimeZoneRules.named(name) } }

    @Test("Bytes that are no TZif file are refused")
    func garbage() {
        #expect(throws: TimeZoneRules.Unreadable.self) { try TimeZoneRules(name: "x", tzif: Array("TZif2".utf8)) }
        #expect(throws: TimeZoneRules.Unreadable.self) { try TimeZoneRules(name: "x", tzif: []) }
    }
}
