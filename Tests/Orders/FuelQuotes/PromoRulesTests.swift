import Contracts
import Kernel
import OrdersFuelQuotes
import Testing

@Suite("Which promo codes apply")
struct PromoRulesTests {
    private static let start = Timestamp("2026-11-23T12:00:00Z") ?? .distantPast
    private static let end = Timestamp("2026-11-24T12:00:00Z") ?? .distantPast
    private static let fresh = PromoStanding(uses: 0, usesByUser: 0, hasOrdered: false)

    private func refusal(_ promo: PromoDefinition?, _ standing: PromoStanding = fresh, at now: Timestamp = start,
                         zone: PriceZoneID = "miami", gallons: Int = 15_800, delivery: Int = 499) -> PromoRefusal? {
        PromoRules.refusal(promo, standing, at: now, zone: zone, maximum: Gallons(thousandths: gallons),
                           FuelPricingTests.terms(delivery: delivery))
    }
    private func code(kind: PromoDefinition.Kind = .fixed, value: Int = 1000, target: PromoDefinition.Target = .fuel, minFuel: Int? = 3000,
                      total: Int? = 5, perUser: Int = 1, first: Bool = true, zones: [PriceZoneID]? = ["miami"],
                      active: Bool = true) -> PromoDefinition {
        PromoDefinition(code: "WELCOME10", kind: kind, value: value, target: target, minFuel: minFuel, maxTotalUses: total,
                        maxUsesPerUser: perUser, firstOrderOnly: first, priceZoneIds: zones, startsAt: Self.start, endsAt: Self.end,
                        active: active)
    }

    @Test("Each reason at its edge: the start belongs to the time of a code, the end does not")
    func edges() {
        #expect(refusal(code()) == nil)
        #expect(refusal(nil) == .unknown && refusal(code(active: false)) == .unknown)
        #expect(refusal(code(), at: Self.start - .milliseconds(1)) == .notStarted)
        #expect(refusal(code(), at: Self.end - .milliseconds(1)) == nil && refusal(code(), at: Self.end) == .expired)
        #expect(refusal(code(), PromoStanding(uses: 4, usesByUser: 0, hasOrdered: false)) == nil)
        #expect(refusal(code(), PromoStanding(uses: 5, usesByUser: 0, hasOrdered: false)) == .exhausted)
        #expect(refusal(code(), PromoStanding(uses: 1, usesByUser: 1, hasOrdered: false)) == .alreadyUsed)
        #expect(refusal(code(), PromoStanding(uses: 0, usesByUser: 0, hasOrdered: true)) == .firstOrderOnly)
        #expect(refusal(code(first: false), PromoStanding(uses: 0, usesByUser: 0, hasOrdered: true)) == nil)
        // 8.827 gallons cost 30.00, 8.824 cost 29.99.
        #expect(refusal(code(), gallons: 8827) == nil && refusal(code(), gallons: 8824) == .minimumNotMet)
        #expect(refusal(code(), zone: "beach") == .notApplicable && refusal(code(zones: nil), zone: "beach") == nil)
        #expect(refusal(code(target: .delivery), delivery: 0) == .notApplicable)
    }

    @Test("Of several reasons the first in the order of the specification is said")
    func order() {
        let all = PromoStanding(uses: 9, usesByUser: 9, hasOrdered: true)
        #expect(refusal(code(), all, at: Self.end, zone: "beach", gallons: 100) == .expired)
        #expect(refusal(code(), all, zone: "beach", gallons: 100) == .exhausted)
        #expect(refusal(code(total: nil), all, zone: "beach", gallons: 100) == .alreadyUsed)
        #expect(refusal(code(total: nil, perUser: 10), all, zone: "beach", gallons: 100) == .firstOrderOnly)
        #expect(refusal(code(total: nil, perUser: 10, first: false), all, zone: "beach", gallons: 100) == .minimumNotMet)
    }
}
