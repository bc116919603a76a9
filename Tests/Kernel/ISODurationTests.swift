import Kernel
import Testing

@Suite("ISO 8601 durations")
struct ISODurationTests {
    @Test("Weeks to seconds are read, with a sign", arguments: [
        ("P1DT2H", 1, 7200, Duration.hours(26)), ("PT90M", 0, 5400, .minutes(90)), ("P2W", 14, 0, .days(14)), ("-PT1S", 0, 1, .seconds(-1)),
        ("-P1DT1H", 1, 3600, .hours(-25)), ("P0D", 0, 0, .zero), ("P1W2DT3H4M5S", 9, 11_045, .days(9) + .seconds(11_045)),
        ("PT1M1S", 0, 61, .seconds(61)),
        ("P999999999W", 6_999_999_993, 0, .days(6_999_999_993)),
    ])
    func reads(text: String, days: Int, seconds: Int, elapsed: Duration) throws {
        let duration = try #require(ISODuration(text))
        #expect(duration.days == days && duration.seconds == seconds && duration.elapsed == elapsed)
    }

    @Test("What has no fixed length, no unit, no number or a unit twice is refused", arguments: [
        "", "P", "PT", "-P", "P1M", "P1Y", "1D", "P1H", "PT1D", "P1D1D", "PT5M5M",
        "P-1D", "--P1D", "+P1D", "P1DT", "PT1HT1M", "P1", "PD", "P1.5D", "PT0,5S", "p1d", " P1D", "P1D ",
        "P1000000000D", "P99999999999999999999D", "P١D",
    ])
    func refuses(text: String) { #expect(ISODuration(text) == nil) }
}
