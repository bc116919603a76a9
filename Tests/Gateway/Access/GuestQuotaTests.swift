import GatewayService
import Kernel
import Testing

@Suite("Guests succeed only so often within an hour")
struct GuestQuotaTests {
    private let quota = GuestQuota()
    private let start = Timestamp("2026-11-21T07:00:00Z") ?? .distantPast
    private func place(_ address: String) -> GuestQuota.Place { .init(tenant: "eventpass", route: "catalog.ask.v1", address: address) }
    private func isTaken(_ turn: GuestQuota.Turn) -> Bool { if case .taken = turn { true } else { false } }

    @Test("The sixth waits until the first is an hour old; another address does not")
    func hour() {
        for n in 0..<5 { #expect(isTaken(quota.take(place("a"), perHour: 5, now: start + .minutes(n)))) }
        guard case .full(let seconds) = quota.take(place("a"), perHour: 5, now: start + .minutes(10)) else {
            Issue.record("a sixth succeeded")
            return
        }
        #expect(seconds == 50 * 60)
        #expect(isTaken(quota.take(place("b"), perHour: 5, now: start + .minutes(10))))
        #expect(!isTaken(quota.take(place("a"), perHour: 5, now: start + .minutes(60) - .seconds(1))))
        #expect(isTaken(quota.take(place("a"), perHour: 5, now: start + .minutes(60))))
        #expect(!isTaken(quota.take(place("a"), perHour: 5, now: start + .minutes(60))))
    }

    @Test("What was refused is given back, once")
    func givenBack() {
        guard case .taken(let time) = quota.take(place("a"), perHour: 1, now: start) else {
            Issue.record("the first was refused")
            return
        }
        #expect(!isTaken(quota.take(place("a"), perHour: 1, now: start)))
        quota.giveBack(place("a"), time)
        quota.giveBack(place("a"), time)
        #expect(quota.count == 0)
        #expect(isTaken(quota.take(place("a"), perHour: 1, now: start)) && !isTaken(quota.take(place("a"), perHour: 1, now: start)))
    }

    @Test("Memory has an end, however many addresses there are")
    func bounded() {
        for n in 0...GuestQuota.addressesMax { _ = quota.take(place("\(n)"), perHour: 5, now: start) }
        #expect(quota.count <= GuestQuota.addressesMax)
    }
}
