import Kernel
import OrdersKit
import Testing

@Suite("Sums and times as people read them")
struct ShownTextTests {
    @Test("Digits are grouped by three, with the fraction of the currency and the sign in front", arguments: [
        (Money(0, .ugx), "0"), (Money(50_000, .ugx), "50,000"), (Money(5, .usd), "0.05"), (Money(-123_450, .usd), "-1,234.50"),
        (Money(99_999, .usd), "999.99"), (Money(100_000_000, .usd), "1,000,000.00"), (Money(.min, .ugx), "-9,223,372,036,854,775,808"),
    ])
    func groups(money: Money, text: String) { #expect(money.grouped == text) }

    @Test("A clock has two digits for hours and minutes, an offset follows the season", arguments: [
        ("America/New_York", "2026-11-24T13:05:00Z", "08:05", "UTC-05:00"),
        ("America/New_York", "2026-07-01T04:00:00Z", "00:00", "UTC-04:00"),
        ("Asia/Kolkata", "2026-11-24T13:05:00Z", "18:35", "UTC+05:30"), ("Africa/Kampala", "2026-11-24T21:00:00Z", "00:00", "UTC+03:00"),
    ])
    func times(name: String, at: String, clock: String, offset: String) throws {
        let zone = try TimeZoneRules.named(name), instant = try #require(Timestamp(at))
        #expect(zone.local(instant).clock == clock && zone.offset(at: instant) == offset)
    }
}
