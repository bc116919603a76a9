import CatalogFuelPrices
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit
import Testing

@Suite("Prices of fuel")
struct FuelPriceTests {
    private typealias Fixture = FuelPriceFixture

    @Test("A price is in force from its time on, and the answer shows fees, tiers and only what can be ordered")
    func inForce() throws {
        let it = try Fixture()
        let first = try it.publish(3399)
        #expect(first?.status == 201 && first?.json["mills"] == 3399)
        #expect(first?.json["pricePerGallon"] == ["mills": 3399, "currency": "USD"] && first?.json["validUntil"] == .null)
        try it.publish(3499, from: .hours(1))
        let answer = try it.shard.ask(FuelPricesAtPlace.self, Fixture.inside).json
        #expect(answer["serviceable"] == true && answer["areaId"] == "area-1" && answer["priceZoneId"] == "zone-1")
        #expect(answer["asOf"]?.string == it.shard.now.description)
        #expect(answer["fees"]?["delivery"] == ["amount": 499, "currency": "USD"])
        #expect(answer["fees"]?["asap"] == ["amount": 500, "currency": "USD"])
        #expect(answer["data"] == [[
            "fuelType": "regular", "pricePerGallon": ["mills": 3399, "currency": "USD"], "validFrom": .string(it.shard.now.description),
            "validUntil": .null, "tiers": [["minGallons": 15, "discountMills": 30]],
        ]])
        try it.shard.advance(by: .hours(1) - .seconds(1))
        #expect(try it.offered() == ["regular": 3399])
        try it.shard.advance(by: .seconds(1))
        #expect(try it.offered() == ["regular": 3499])
        #expect(try it.told() == [3399, 3499])
    }

    @Test("A special ends at its time exactly, and the price before it returns; watchers hear of both")
    func special() throws {
        let it = try Fixture()
        try it.publish(3399)
        try it.publish(2999, from: .hours(1), until: .hours(3))
        try it.shard.advance(by: .hours(3) - .seconds(1))
        #expect(try it.offered() == ["regular": 2999])
        try it.shard.advance(by: .seconds(1))
        #expect(try it.offered() == ["regular": 3399])
        #expect(try it.told() == [3399, 2999, 3399])
    }

    @Test("Watchers are shown null for a price that never ends, and for the price of a fuel that is not sold")
    func frames() {
        let feeds = Catalog.contents.features.flatMap(\.live).flatMap(\.feeds).filter { $0.event == FuelPriceChanged.type }
        #expect(!feeds.isEmpty)
        for feed in feeds {
            #expect(feed.shown(of: ["priceZoneId": "z", "fuelType": "diesel", "at": "2026-11-21T07:00:00Z"]) == [
                "priceZoneId": "z", "fuelType": "diesel", "pricePerGallon": .null, "validFrom": .null, "validUntil": .null,
                "at": "2026-11-21T07:00:00Z",
            ])
        }
    }

    @Test("A clock that jumps over several changes tells each of them, with its time")
    func jumpOfTheClock() throws {
        let it = try Fixture()
        let start = it.shard.now
        try it.publish(3399)
        try it.publish(2999, from: .hours(1), until: .hours(3))
        try it.publish(3199, "diesel", from: .hours(1), until: .hours(2))
        try it.publish(3449, from: .hours(5))
        try it.shard.advance(by: .days(2))
        #expect(try it.told() == [3399, 2999, 3399, 3449] && it.told("diesel") == [3199, nil])
        let times = try it.shard.published(FuelPriceChanged.self).filter { $0.fuelType == "regular" }.map(\.at)
        #expect(times == [start, start + .hours(1), start + .hours(3), start + .hours(5)])
        #expect(try it.offered() == ["regular": 3449])
    }

    @Test("Outside every area nothing is offered, and a place needs both its numbers")
    func places() throws {
        let it = try Fixture()
        try it.publish(3399)
        #expect(try it.shard.ask(FuelPricesAtPlace.self, ["lat": 25.78, "lng": -80.17]).json == ["serviceable": false, "data": []])
        #expect(it.errors(try it.shard.ask(FuelPricesAtPlace.self, ["lat": 25.78])) == ["lng"])
        #expect(it.errors(try it.shard.ask(FuelPricesAtPlace.self, ["lat": 91, "lng": -80.17, "fuelType": "coal"])) == ["lat", "fuelType"])
        let diesel = try it.shard.ask(FuelPricesAtPlace.self, ["lat": 25.7617, "lng": -80.1918, "fuelType": "diesel"]).json
        #expect(diesel["serviceable"] == true && diesel["data"] == [])
    }

    @Test("A price may begin sixty seconds before the second that answers show as now, and no second earlier")
    func backdated() throws {
        let it = try Fixture()
        let shown = it.shard.now
        try it.shard.advance(by: .milliseconds(700))
        func publish(_ from: Timestamp) throws -> Int? {
            try it.shard.send(PublishPrice(["zoneId": .string(Fixture.zone.rawValue), "fuelType": "regular", "mills": 3399,
                                            "validFrom": .string(from.description)]), as: Fixture.manager)?.status
        }
        #expect(try publish(shown - .seconds(61)) == 422)
        #expect(try publish(shown - .seconds(60)) == 201)
    }

    @Test("A price has limits, names a zone and a fuel, and begins neither in the past nor after 90 days")
    func form() throws {
        let it = try Fixture()
        for mills in [499, 20_001] { #expect(it.errors(try it.publish(mills)) == ["mills"], "\(mills)") }
        for mills in [500, 20_000] { #expect(try it.publish(mills, mills == 500 ? "diesel" : "premium")?.status == 201, "\(mills)") }
        #expect(it.errors(try it.publish(3399, from: .seconds(-61))) == ["validFrom"])
        #expect(it.errors(try it.publish(3399, from: .days(90) + .seconds(1))) == ["validFrom"])
        #expect(it.errors(try it.publish(3399, until: .seconds(0))) == ["validUntil"])
        #expect(try it.publish(3399, from: .seconds(-60))?.status == 201)
        #expect(try it.publish(3400, from: .days(90), until: .days(91))?.status == 201)
        for (form, wrong) in [
            (["zoneId": "nowhere at all", "fuelType": "coal", "mills": 3399], ["zoneId", "fuelType"]),
            (["mills": 3399.5, "validFrom": "soon", "confirmJump": 1], ["zoneId", "fuelType", "mills", "validFrom", "confirmJump"]),
        ] as [(JSONValue, Set<String>)] {
            #expect(it.errors(try it.shard.send(PublishPrice(form), as: Fixture.manager)) == wrong)
        }
    }

    @Test("A second price from one time on is refused, and a jump of more than 25 % needs a word")
    func conflicts() throws {
        let it = try Fixture()
        try it.publish(4000)
        #expect(try it.publish(4100, from: .seconds(0))?.json["slug"] == "price-exists")
        // A price that began within a second is shown, and found again, with the whole one.
        it.shard.now = it.shard.now + .milliseconds(2250)
        let shown = try #require(try it.publish(4000)).json["validFrom"]
        #expect(shown == "2026-11-21T07:00:02Z")
        #expect(try it.publish(4100, from: .milliseconds(-250))?.json["slug"] == "price-exists")
        #expect(try it.publish(4000, from: .milliseconds(50))?.status == 201)
        for (mills, slug) in [(5001, "price-jump"), (2999, "price-jump"), (5000, nil), (3000, nil)] as [(Int, String?)] {
            let reply = try it.publish(mills, from: .minutes(mills), until: .minutes(mills + 1))
            #expect(reply?.status == (slug == nil ? 201 : 409) && reply?.json["slug"]?.string == slug, "\(mills)")
        }
        #expect(try it.publish(8000, from: .days(5), confirm: true)?.status == 201)
        // What is in force when it begins counts, not what is now.
        #expect(try it.publish(8100, from: .days(6))?.status == 201)
        // A fuel without a price has nothing to jump from.
        #expect(try it.publish(19_000, "diesel")?.status == 201)
    }

    @Test("A price can be withdrawn until it begins, and then it never was")
    func withdraw() throws {
        let it = try Fixture()
        try it.publish(3399)
        let later = try it.publish(3499, from: .hours(1))
        let id = FuelPriceID(try #require(later?.json["id"]?.string))
        #expect(try it.shard.send(WithdrawPrice(priceId: id), as: Fixture.manager)?.status == 204)
        #expect(try it.shard.send(WithdrawPrice(priceId: id), as: Fixture.manager)?.status == 404)
        try it.shard.advance(by: .hours(2))
        #expect(try it.offered() == ["regular": 3399] && it.told() == [3399])
        #expect(try it.shard.published(FuelPriceWithdrawn.self).map(\.priceId) == [id])
        let soon = FuelPriceID(try #require(try it.publish(3499, from: .minutes(1))?.json["id"]?.string))
        try it.shard.advance(by: .minutes(1))
        #expect(try it.shard.send(WithdrawPrice(priceId: soon), as: Fixture.manager)?.json["slug"] == "price-started")
    }

    @Test("The list shows prices by the time at which they begin, filtered by zone, fuel and days of the app's zone")
    func list() throws {
        let it = try Fixture()
        try it.publish(3399)
        try it.publish(3899, "diesel")
        // 04:59 and 05:00 UTC of the 22nd: the last minute of the 21st in New York, and the first of the 22nd.
        try it.publish(3401, from: .hours(22) - .minutes(1))
        try it.publish(3402, from: .hours(22))
        func mills(_ question: JSONValue) throws -> [Int] {
            try it.shard.ask(PriceList.self, question, as: Fixture.manager).json["data"]?.array?.compactMap { $0["mills"]?.int } ?? []
        }
        #expect(try mills([:]).count == 4 && mills(["zoneId": "zone-1", "fuelType": "regular"]) == [3402, 3401, 3399])
        #expect(try mills(["fuelType": "regular", "to": "2026-11-21"]) == [3401, 3399])
        #expect(try mills(["fuelType": "regular", "from": "2026-11-22"]) == [3402])
        #expect(try mills(["zoneId": "other"]) == [] && mills(["fuelType": "regular", "perPage": 1, "page": 2]) == [3401])
        let wrong = try it.shard.ask(PriceList.self, ["fuelType": "coal", "from": "soon"], as: Fixture.manager)
        #expect(it.errors(wrong) == ["fuelType", "from"])
    }

    @Test("Seeded prices have their ids, and watchers hear of the one in force only")
    func imported() throws {
        let it = try Fixture()
        let prices = (0..<10).map { index in
            ImportFuelPrices.Price(priceId: FuelPriceID("p-\(index)"), mills: 3300 + index,
                                   validFrom: it.shard.now - .days(90 - index * 10))
        }
        for _ in 0..<2 { try it.shard.receive(ImportFuelPrices(priceZoneId: Fixture.zone, fuelType: "regular", prices: prices)) }
        #expect(try it.shard.count(of: "fuel_price") == 10 && it.shard.published(FuelPricePublished.self).count == 10)
        #expect(try it.offered() == ["regular": 3309] && it.told() == [3309])
    }

    @Test("The price in force is the valid one that began last, in any order of arrival")
    func model() throws {
        let it = try Fixture()
        var state: UInt64 = 42
        func draw(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let start = it.shard.now
        var entries: [(mills: Int, from: Int, until: Int?)] = []
        for mills in 3000..<3040 {
            let from = draw(60), until = draw(3) == 0 ? nil : from + 1 + draw(20)
            let reply = try it.publish(mills, from: .hours(from), until: until.map { .hours($0) })
            if entries.contains(where: { $0.from == from }) {
                #expect(reply?.json["slug"] == "price-exists")
            } else {
                entries.append((mills, from, until))
            }
        }
        for hour in 0..<80 {
            let valid = entries.filter { $0.from <= hour && $0.until.map { hour < $0 } ?? true }
            #expect(try it.offered()["regular"] == valid.max { $0.from < $1.from }?.mills, "hour \(hour)")
            try it.shard.advance(by: .hours(1))
        }
        // Watchers were told every change of it, each once and at its time.
        let told = try it.shard.published(FuelPriceChanged.self)
        #expect(Set(told.map(\.at)).count == told.count && told.map(\.at) == told.map(\.at).sorted())
        for change in told {
            let hour = Int((change.at - start).wholeSeconds / 3600)
            let valid = entries.filter { $0.from <= hour && $0.until.map { hour < $0 } ?? true }
            #expect(change.pricePerGallon?.mills == valid.max { $0.from < $1.from }?.mills)
        }
        #expect(told.count > 20)
    }
}
