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

    @Test("On a route that says so guests succeed twice; what was refused or repeated does not count, and people with accounts are free")
    func route() async throws {
        let shop = try await Shop { $0.rateLimits = GatewaySettings.RateLimits() }
        func ask(_ body: String = #"{"name":"Bread"}"#, headers: [String: String] = [:]) async throws -> HTTPClient.Answer {
            try await shop.client.post("/t/demo/api/v1/questions", body, headers)
        }
        for _ in 0..<3 { #expect(try await ask(#"{"name":"x"}"#).status == 422) }
        #expect(try await ask(headers: ["Idempotency-Key": "once"]).status == 200)
        #expect(try await ask(headers: ["Idempotency-Key": "once"])["Idempotency-Replayed"] == "true")
        #expect(try await ask().status == 200)
        let refused = try await ask()
        #expect(refused.status == 429 && refused.json["slug"] == "too-many-requests")
        #expect(Int(refused["Retry-After"] ?? "").map { (3500...3600).contains($0) } == true)
        #expect(try await ask(headers: ["Authorization": "Bearer \(try Shop.token("u-1"))"]).status == 200)
        #expect(try await shop.client.post("/t/demo/api/v1/prices", "{}").status == 200)
        await shop.stop()
    }

    @Test("Settings may allow more, as development does")
    func raised() async throws {
        let shop = try await Shop {
            var limits = GatewaySettings.RateLimits()
            limits.guestsPerAddressPerHour = 4
            $0.rateLimits = limits
        }
        for expected in [200, 200, 200, 200, 429] {
            #expect(try await shop.client.post("/t/demo/api/v1/questions", #"{"name":"Bread"}"#).status == expected)
        }
        await shop.stop()
    }
}
