import Kernel
import Testing

@Suite("Periods as people name them")
struct LocalPeriodTests {
    private func period(_ from: String?, _ to: String?) throws -> (period: LocalPeriod, isRefused: Bool) {
        var check = Validation()
        let period = LocalPeriod(from: from, to: to, in: try TimeZoneRules.named("Africa/Kampala"), check: &check)
        do { try check.check() } catch { return (period, true) }
        return (period, false)
    }
    private func refused(_ from: String?, _ to: String?) throws -> Bool { try period(from, to).isRefused }

    @Test("Days are the zone's, the last one included; times are as they are; an open end has none")
    func edges() throws {
        let days = try period("2026-11-21", "2026-11-22").period
        #expect(days == LocalPeriod(from: Timestamp("2026-11-20T21:00:00Z"), to: Timestamp("2026-11-22T21:00:00Z")))
        let times = try period("2026-11-21T07:00:00Z", "2026-11-21T10:00:00+03:00").period
        #expect(times == LocalPeriod(from: Timestamp("2026-11-21T07:00:00Z"), to: Timestamp("2026-11-21T07:00:00Z")))
        #expect(try period(nil, nil).period == LocalPeriod())
    }

    @Test("A day may begin within the period's last day, and nothing ends before it begins")
    func order() throws {
        #expect(try !refused("2026-11-21", "2026-11-21"))
        #expect(try !refused("2026-11-21T20:00:00Z", "2026-11-21"))
        #expect(try refused("2026-11-22", "2026-11-21"))
        #expect(try refused("2026-11-21T21:00:01Z", "2026-11-21"))
        #expect(try refused("2026-11-21T07:00:01Z", "2026-11-21T07:00:00Z"))
        for text in ["yesterday", "2026-02-30", "2026-11", "", "2026-11-21T07:00:00"] { #expect(try refused(text, nil), "\(text)") }
    }
}
