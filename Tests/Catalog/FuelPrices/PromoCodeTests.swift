import CatalogFuelPrices
import CatalogService
import Contracts
import Kernel
import Messaging
import TestKit
import Testing

@Suite("Promo codes")
struct PromoCodeTests {
    private typealias Fixture = FuelPriceFixture

    private func form(_ change: [String: JSONValue] = [:]) -> JSONValue {
        let usual: [String: JSONValue] = ["code": "GOOD", "kind": "fixed", "value": 1000, "target": "fuel"]
        return .object(usual.merging(change) { _, new in new })
    }

    @Test("A code is kept in capital letters, with every condition, and its event has all of it")
    func create() throws {
        let it = try Fixture()
        let start = it.shard.now, end = start + .days(30)
        let conditions: [String: JSONValue] = [
            "minFuel": ["amount": 3000, "currency": "USD"], "maxTotalUses": 100, "maxUsesPerUser": 2, "firstOrderOnly": true,
            "priceZoneIds": ["zone-1"], "startsAt": .string(start.description), "endsAt": .string(end.description),
        ]
        let reply = try it.shard.send(CreatePromoCode(form(conditions.merging(["code": " welcome10 "]) { _, new in new })),
                                      as: Fixture.manager)
        #expect(reply?.status == 201 && reply?.location == "/promo-codes/WELCOME10")
        #expect(reply?.json == .object(conditions.merging([
            "code": "WELCOME10", "kind": "fixed", "value": 1000, "target": "fuel", "active": true, "uses": 0,
            "createdAt": .string(start.description), "updatedAt": .string(start.description),
        ]) { _, new in new }))
        #expect(try it.shard.published(PromoCodeChanged.self).map(\.promo) == [PromoDefinition(
            code: "WELCOME10", kind: .fixed, value: 1000, target: .fuel, minFuel: 3000, maxTotalUses: 100, maxUsesPerUser: 2,
            firstOrderOnly: true, priceZoneIds: ["zone-1"], startsAt: start, endsAt: end)])
        let again = try it.shard.send(CreatePromoCode(form(["code": "Welcome10"])), as: Fixture.manager)
        #expect(again?.status == 409 && again?.json["slug"] == "promo-code-taken")
    }

    @Test("A change keeps what is not sent, null takes an optional condition away, and the code may be written in small letters")
    func change() throws {
        let it = try Fixture()
        let summer = form(["code": "SUMMER", "kind": "percent", "value": 10, "minFuel": ["amount": 3000, "currency": "USD"],
                           "maxTotalUses": 5])
        try it.shard.send(CreatePromoCode(summer), as: Fixture.manager)
        try it.shard.advance(by: .hours(1))
        let edit: JSONValue = ["minFuel": .null, "active": false]
        let reply = try it.shard.send(ChangePromoCode(code: "summer", edit), as: Fixture.manager)
        #expect(reply?.json["minFuel"] == .null && reply?.json["active"] == false && reply?.json["maxTotalUses"] == 5)
        #expect(reply?.json["updatedAt"]?.string == it.shard.now.description && reply?.json["value"] == 10)
        try it.shard.send(ChangePromoCode(code: "SUMMER", edit), as: Fixture.manager)
        #expect(try it.shard.published(PromoCodeChanged.self).count == 2, "nothing changed the second time")
        #expect(it.errors(try it.shard.send(ChangePromoCode(code: "SUMMER", ["value": 101]), as: Fixture.manager)) == ["value"])
        #expect(try it.shard.send(ChangePromoCode(code: "SUMMER", ["kind": "fixed", "value": 500]), as: Fixture.manager)?.status == 200)
        // The amount that stays does not fit a percentage.
        #expect(it.errors(try it.shard.send(ChangePromoCode(code: "SUMMER", ["kind": "percent"]), as: Fixture.manager)) == ["value"])
        #expect(try it.shard.send(ChangePromoCode(code: "WINTER", ["value": 0]), as: Fixture.manager)?.status == 404)
    }

    @Test("Every field that does not fit is named")
    func fields() throws {
        let it = try Fixture()
        func errors(_ form: JSONValue) throws -> Set<String> {
            it.errors(try it.shard.send(CreatePromoCode(form), as: Fixture.manager))
        }
        #expect(try errors([:]) == ["code", "kind", "value", "target"])
        for code in ["AB", "A-B-C", "ÄRGER", String(repeating: "A", count: 21)] {
            #expect(try errors(form(["code": .string(code)])) == ["code"], "\(code)")
        }
        #expect(try errors(form(["kind": "gift", "target": "tip", "value": 0])) == ["kind", "target", "value"])
        #expect(try errors(form(["kind": "percent", "value": 101])) == ["value"] && errors(form(["value": 9.99])) == ["value"])
        #expect(try errors(form(["minFuel": ["amount": -1, "currency": "USD"], "maxTotalUses": 0, "maxUsesPerUser": "two"]))
            == ["minFuel", "maxTotalUses", "maxUsesPerUser"])
        #expect(try errors(form(["minFuel": ["amount": 1, "currency": "EUR"]])) == ["minFuel"])
        let now = JSONValue.string(it.shard.now.description)
        #expect(try errors(form(["startsAt": now, "endsAt": now])) == ["endsAt"] && errors(form(["endsAt": "never"])) == ["endsAt"])
        #expect(try errors(form(["priceZoneIds": []])) == ["priceZoneIds"] && errors(form(["priceZoneIds": "zone-1"])) == ["priceZoneIds"])
        #expect(try errors(form(["priceZoneIds": ["zone-1", "zone-2", "zone-1"]])) == ["priceZoneIds.1", "priceZoneIds.2"])
        #expect(try it.shard.count(of: "promo_code") == 0)
    }

    @Test("The list shows how often orders used each code, the newest first")
    func uses() throws {
        let it = try Fixture()
        let promo = PromoDefinition(code: "LASTONE", kind: .fixed, value: 500, target: .fuel, maxTotalUses: 1)
        for _ in 0..<2 { try it.shard.receive(ImportPromoCode(promo)) }
        try it.shard.advance(by: .seconds(1))
        try it.shard.send(CreatePromoCode(form(["code": "NEW"])), as: Fixture.manager)
        try it.shard.receive(PromoUsesChanged(code: "LASTONE", uses: 1))
        try it.shard.receive(PromoUsesChanged(code: "GONE", uses: 7))
        let answer = try it.shard.ask(PromoCodes.self, as: Fixture.manager).json
        #expect(answer["data"]?.array?.map { $0["code"]?.string } == ["NEW", "LASTONE"])
        #expect(answer["data"]?.array?.map { $0["uses"]?.int } == [0, 1] && answer["meta"]?["total"] == 2)
        #expect(try it.shard.send(ChangePromoCode(code: "LASTONE", ["value": 600]), as: Fixture.manager)?.json["uses"] == 1)
        try it.shard.receive(PromoUsesChanged(code: "LASTONE", uses: 0))
        #expect(try it.shard.ask(PromoCodes.self, as: Fixture.manager).json["data"]?.array?.last?["uses"] == 0)
    }
}
