import CatalogKit
import CatalogServiceAreas
import CatalogService
import Contracts
import Kernel
import ServiceKit
import TestKit
import Testing

@Suite("Price zones")
struct PriceZoneTests {
    private typealias Fixture = ServiceAreaFixture

    @Test("A zone is added and changed; both are published whole")
    func life() throws {
        let it = try Fixture()
        let reply = try #require(try it.shard.send(CreatePriceZone(Fixture.zone()), as: Fixture.manager))
        let id = PriceZoneID(try #require(reply.json["id"]?.string))
        #expect(reply.status == 201 && reply.location == "/price-zones/\(id)")
        #expect(reply.json["fees"] == ["delivery": Fixture.usd(499), "asap": Fixture.usd(500)] && reply.json["salesTaxBps"] == 700)
        #expect(reply.json["tiers"]?.array?.first == ["minGallons": 15, "discountMills": 30])
        let edit: JSONValue = ["fees": ["delivery": Fixture.usd(0), "asap": Fixture.usd(10_000)], "tiers": nil]
        let changed = try it.shard.send(ChangePriceZone(zoneId: id, edit), as: Fixture.manager)?.json
        #expect(changed?["fees"]?["asap"] == Fixture.usd(10_000) && changed?["tiers"] == [] && changed?["code"] == "core")
        #expect(try it.shard.ask(PriceZoneDetails.self, ["zoneId": .string(id.rawValue)]).json == changed)
        #expect(try it.shard.ask(PriceZones.self).json["data"] == [changed ?? .null])
        let events = try it.shard.published(PriceZoneChanged.self)
        #expect(events.map(\.deliveryFee) == [Money(499, .usd), Money(0, .usd)] && events.map(\.tiers.count) == [2, 0])
        #expect(events.first?.tiers.first == FuelTier(minGallons: Gallons(thousandths: 15_000), discountMills: 30))
    }

    @Test("A code belongs to one zone, and a zone that is not there cannot be changed")
    func codes() throws {
        let it = try Fixture()
        _ = try it.addZone()
        let second = try it.addZone(Fixture.zone("beach"))
        #expect(try it.shard.send(CreatePriceZone(Fixture.zone()), as: Fixture.manager)?.json["slug"] == "zone-code-taken")
        let taken = try it.shard.send(ChangePriceZone(zoneId: second, ["code": "core"]), as: Fixture.manager)
        #expect(taken?.json["slug"] == "zone-code-taken")
        let rename: JSONValue = ["code": "beach"]
        #expect(try it.shard.send(ChangePriceZone(zoneId: second, rename), as: Fixture.manager)?.status == 200)
        #expect(try it.shard.send(ChangePriceZone(zoneId: "none", rename), as: Fixture.manager)?.status == 404)
        #expect(try it.shard.ask(PriceZoneDetails.self, ["zoneId": "none"]).status == 404)
    }

    @Test("Fees, tax and tiers keep their limits", arguments: [
        (["fees": ["delivery": ["amount": 10_001, "currency": "USD"], "asap": ["amount": -1, "currency": "USD"]]],
         ["fees.delivery", "fees.asap"]),
        (["fees": ["delivery": ["amount": 499, "currency": "EUR"]]], ["fees.delivery", "fees.asap"]),
        (["salesTaxBps": 2501], ["salesTaxBps"]), (["salesTaxBps": nil, "code": nil, "fees": nil], ["salesTaxBps", "code", "fees"]),
        (["tiers": [["minGallons": 15, "discountMills": 401]]], ["tiers.0.discountMills"]),
        (["tiers": [["minGallons": 15.0001, "discountMills": 30]]], ["tiers.0.minGallons"]),
        (["tiers": [["minGallons": 15], ["discountMills": 3]]], ["tiers.0.discountMills", "tiers.1.minGallons"]),
        (["tiers": [["minGallons": 15, "discountMills": 30], ["minGallons": 15, "discountMills": 29]]],
         ["tiers.1.minGallons", "tiers.1.discountMills"]),
        (["tiers": [["minGallons": -1, "discountMills": 0.5]]], ["tiers.0.minGallons", "tiers.0.discountMills"]),
        // What can be read is judged beside what cannot.
        (["tiers": [["minGallons": 1.0001, "discountMills": 401], ["minGallons": 3, "discountMills": 60]]],
         ["tiers.0.minGallons", "tiers.0.discountMills", "tiers.1.discountMills"]),
        (["tiers": .array((1...6).map { ["minGallons": .int($0)] })],
         Set(["tiers"] + (0...5).map { "tiers.\($0).discountMills" })),
        (["code": 7, "name": ["x"], "salesTaxBps": "much", "fees": 499, "tiers": "none"], ["code", "name", "salesTaxBps", "fees", "tiers"]),
        (["tiers": .array((1...6).map { ["minGallons": .int($0), "discountMills": 1] })], ["tiers"]),
    ] as [(JSONValue, Set<String>)])
    func limits(_ fields: JSONValue, _ wrong: Set<String>) throws {
        let it = try Fixture()
        let id = try it.addZone()
        #expect(it.errors(try it.shard.send(ChangePriceZone(zoneId: id, fields), as: Fixture.manager)) == wrong)
        #expect(try it.shard.send(ChangePriceZone(zoneId: "none", fields), as: Fixture.manager)?.status == 404)
        #expect(try it.shard.published(PriceZoneChanged.self).count == 1)
    }

    @Test("A new zone names every field that is missing")
    func missing() throws {
        let it = try Fixture()
        #expect(it.errors(try it.shard.send(CreatePriceZone([:]), as: Fixture.manager)) == ["code", "name", "fees", "salesTaxBps"])
    }
}
