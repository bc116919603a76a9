import Contracts
import Kernel
import Messaging
import OrdersFuelQuotes
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

@Suite("Quotes for fuel")
struct FuelQuoteTests {
    private let garage: Garage<Orders>
    private var shard: ShardHarness<Orders> { garage.shard }
    private let car: VehicleID
    init() throws {
        garage = try Garage()
        car = try garage.vehicle()
    }

    private func errors(_ reply: Reply) -> Set<String> { Set(reply.json["errors"]?.object?.keys.map { $0 } ?? []) }
    private func lines(_ quote: JSONValue) -> [String: Int] {
        let lines = (quote["lines"]?.array ?? []).map { ($0["code"]?.string ?? "", $0["amount"]?["amount"]?.int ?? 0) }
        return Dictionary(lines) { first, _ in first }
    }
    private func read(_ id: JSONValue?, as user: Principal = Garages.ada) throws -> Reply {
        try shard.ask(FuelQuoteDetails.self, ["quoteId": id ?? .null], as: user)
    }

    @Test("A full tank as the specification quotes it")
    func fillUp() throws {
        let reply = try garage.quote(car)
        let quote = reply.json
        #expect(reply.status == 201 && reply.location == "/quotes/\(quote["id"]?.string ?? "")")
        #expect(quote["total"] == ["amount": 5902, "currency": "USD"] && quote["status"] == "open" && quote["maxGallons"] == 15.8)
        #expect(lines(quote) == ["fuel": 5368, "delivery_fee": 499, "sales_tax": 35])
        #expect(quote["lines"]?.array?.first?["detail"] == "15.000 × 3.399 + 0.800 × 3.369")
        #expect(quote["createdAt"] == "2026-11-23T17:00:00Z" && quote["expiresAt"] == "2026-11-23T17:15:00Z")
        #expect(quote["areaId"] == "core" && quote["priceZoneId"] == "miami" && quote["fuelType"] == "regular" && quote["promo"] == .null)
        #expect(quote["location"] == Garages.pin(25.7617, -80.1918) && quote["pricePerGallon"] == ["mills": 3399, "currency": "USD"])
        #expect(try read(quote["id"]).json == quote)
        #expect(try read(quote["id"], as: Garages.bob).status == 404)
        #expect(try garage.quote(car, ["scheduleType": "asap"]).json["total"]?["amount"] == 6437)
        let forty = try garage.quote(car, ["amount": ["type": "dollars", "dollars": ["amount": 4000, "currency": "USD"]]]).json
        #expect(forty["maxGallons"] == 11.769 && forty["total"]?["amount"] == 4534)
        #expect(try garage.quote(car, ["amount": ["type": "gallons", "gallons": 12.345]]).json["total"]?["amount"] == 4730)
    }

    @Test("A quote expires at its time and keeps its price whatever the catalogue does")
    func frozen() throws {
        let quote = try garage.quote(car).json
        try garage.price("regular", 3499)
        try garage.changeZone(delivery: 0, tax: 0, tiers: [])
        try shard.receive(Garages.area("core", "miami", active: false))
        #expect(try garage.quote(car).slug == "outside-service-area")
        try shard.receive(Garages.area("core", "miami"))
        let dearer = try garage.quote(car).json
        #expect(lines(dearer) == ["fuel": 5528] && dearer["pricePerGallon"]?["mills"] == 3499)
        #expect(try read(quote["id"]).json == quote)
        shard.now = Garages.noon + .minutes(15) - .milliseconds(1)
        #expect(try read(quote["id"]).json["status"] == "open")
        shard.now = Garages.noon + .minutes(15)
        #expect(try read(quote["id"]).json["status"] == "expired")
    }

    @Test("The price that began last is in force; a special ends, and the price before it returns")
    func prices() throws {
        func mills() throws -> JSONValue? { try garage.quote(car).json["pricePerGallon"]?["mills"] }
        let special = Garages.noon + .hours(1)
        try garage.price("regular", 2999, from: special, until: special + .hours(1))
        let later = try garage.price("regular", 3599, from: Garages.noon + .hours(5))
        shard.now = special - .milliseconds(1)
        #expect(try mills() == 3399)
        shard.now = special
        #expect(try mills() == 2999)
        shard.now = special + .hours(1)
        #expect(try mills() == 3399)
        try shard.receive(FuelPriceWithdrawn(priceId: later, priceZoneId: "miami", fuelType: "regular",
                                             validFrom: Garages.noon + .hours(5)))
        shard.now = Garages.noon + .days(3)
        #expect(try mills() == 3399)
        // Prices that nothing can ask for any more go.
        try garage.price("regular", 3699)
        #expect(try shard.count(of: "fuel_price") == 4 && mills() == 3699)
        try shard.receive(FuelTypeChanged(code: "regular", name: "Regular", family: "gasoline", grade: 1, octane: 87, active: false))
        #expect(try garage.quote(car).slug == "price-unavailable")
    }

    @Test("Every field that is wrong is named at once")
    func fields() throws {
        let nothing = try garage.quote(car, ["location": "nothing", "vehicleId": "nothing", "amount": "nothing", "scheduleType": "nothing"])
        #expect(errors(nothing) == ["location", "vehicleId", "amount", "scheduleType"])
        #expect(errors(try garage.quote(car, ["fuelType": "water", "scheduleType": "now"])) == ["fuelType", "scheduleType"])
        let usd = { (amount: Int) -> JSONValue in ["type": "dollars", "dollars": ["amount": .int(amount), "currency": "USD"]] }
        for (wrong, field) in [
            (["addressId": "a"], "addressId"), (["location": Garages.pin(90.0000006, 0)], "location.lat"),
            (["location": [:]], "location.lat"),
            (["amount": ["type": "barrels"]], "amount.type"), (["amount": ["type": "gallons"]], "amount.gallons"),
            (["amount": ["type": "gallons", "gallons": 4.999]], "amount.gallons"),
            (["amount": ["type": "gallons", "gallons": 15.8001]], "amount.gallons"),
            (["amount": ["type": "gallons", "gallons": 15.801]], "amount.gallons"), (["amount": usd(1999)], "amount.dollars"),
            (["amount": usd(30_001)], "amount.dollars"), (["amount": usd(5369)], "amount.dollars"), (["fuelType": "water"], "fuelType"),
            (["promoCode": .string(String(repeating: "X", count: 21))], "promoCode"), (["scheduleType": "now"], "scheduleType"),
        ] as [([String: JSONValue], String)] {
            let reply = try garage.quote(car, wrong)
            #expect(reply.status == 422 && errors(reply).contains(field), "\(wrong) \(reply.json)")
        }
        // 15.8 gallons cost 53.68, and so do some thousandths more: the sum buys more than the tank holds.
        #expect(try garage.quote(car, ["amount": usd(5367)]).status == 201)
    }

    @Test("The vehicle is judged before the place, the place before the price")
    func order() throws {
        let airport: [String: JSONValue] = ["location": Garages.pin(25.7959, -80.287)]
        func slug(_ vehicle: VehicleID, _ changes: [String: JSONValue]) throws -> String? {
            try garage.quote(vehicle, airport.merging(changes) { _, own in own }).slug
        }
        #expect(try slug("nobody's", [:]) == "not-found")
        #expect(try garage.quote(car, as: Garages.bob).status == 404)
        let stolen = try garage.vehicle(["plate": Garages.plate("ZZZ123")])
        #expect(try slug(stolen, ["fuelType": "diesel"]) == "vehicle-not-verified")
        #expect(try slug(car, ["fuelType": "diesel"]) == "fuel-incompatible")
        #expect(try slug(car, ["amount": ["type": "gallons", "gallons": 20]]) == "validation-failed")
        #expect(try slug(car, ["fuelType": "midgrade"]) == "outside-service-area")
        #expect(try garage.quote(car, ["location": "nothing", "addressId": "nobody's"]).status == 404)
        // Sold nowhere, and in no zone.
        #expect(try garage.quote(car, ["fuelType": "midgrade"]).slug == "price-unavailable")
        #expect(try garage.quote(car, ["fuelType": "premium"]).json["pricePerGallon"]?["mills"] == 4149)
        let premium = try garage.vehicle(["make": "Own", "fuelType": "premium", "plate": Garages.plate("AAAA02")])
        #expect(try garage.quote(premium, ["fuelType": "regular"]).slug == "fuel-incompatible")
    }

    @Test("An address stands for its place, with the words for the driver")
    func address() throws {
        let home = try #require(try shard.send(AddAddress(AddressTests.home), as: Garages.ada)).json["id"] ?? .null
        let quote = try garage.quote(car, ["location": "nothing", "addressId": home]).json
        #expect(quote["location"]?["address"] == "1111 Brickell Bay Dr, Miami, FL 33131" && quote["total"]?["amount"] == 5902)
        let other = try garage.vehicle(as: Garages.bob)
        #expect(try garage.quote(other, ["location": "nothing", "addressId": home], as: Garages.bob).status == 404)
    }

    @Test("A promo code that the catalogue switches off stays in the quotes that have it")
    func promo() throws {
        func switched(_ isOn: Bool) throws {
            try shard.receive(PromoCodeChanged(PromoDefinition(code: "TENOFF", kind: .percent, value: 10, target: .fuel, active: isOn)))
        }
        try switched(true)
        let quote = try garage.quote(car, ["promoCode": "tenoff"]).json
        #expect(lines(quote) == ["fuel": 5368, "promo": -537, "delivery_fee": 499, "sales_tax": 35])
        try switched(false)
        #expect(try read(quote["id"]).json == quote)
        #expect(try garage.quote(car, ["promoCode": "TENOFF"]).json["promo"]?["reason"] == "unknown")
    }

    @Test("Old quotes go, used ones later; an erased account has none")
    func pruning() throws {
        let old = try garage.quote(car).json["id"]
        shard.now = Garages.noon + .days(30)
        _ = try garage.quote(car)
        #expect(try read(old).status == 200)
        shard.now = shard.now + .seconds(1)
        _ = try garage.quote(car)
        #expect(try read(old).status == 404)
        try shard.receive(UserErased(userId: Garages.ada.userID))
        #expect(try shard.count(of: "fuel_quote") == 0)
    }
}

@Suite("Promo codes in quotes")
struct PromoQuoteTests {
    private let garage: Garage<GarageOnly>
    private let car: VehicleID
    init() throws {
        garage = try Garage(GarageOnly.self)
        car = try garage.vehicle()
        try garage.shard.receive(PromoCodeChanged(PromoDefinition(
            code: "WELCOME10", kind: .fixed, value: 1000, target: .fuel, minFuel: 3000, firstOrderOnly: true)))
        try garage.shard.receive(PromoCodeChanged(PromoDefinition(code: "FREEDELIVERY", kind: .percent, value: 100, target: .delivery)))
    }

    @Test("A code lowers its line, and one that does not apply says why and blocks nothing")
    func codes() throws {
        let welcome = try garage.quote(car, ["promoCode": " welcome10"]).json
        #expect(welcome["promo"] == ["code": "WELCOME10", "applied": true, "reason": .null])
        #expect(welcome["lines"]?.array?.map { $0["code"] } == ["fuel", "promo", "delivery_fee", "sales_tax"])
        #expect(welcome["total"]?["amount"] == 4902)
        let free = try garage.quote(car, ["promoCode": "FreeDelivery", "scheduleType": "asap"]).json
        #expect(free["lines"]?.array?.map { $0["amount"]?["amount"] } == [5368, -499, 499, 500, 35])
        let unknown = try garage.quote(car, ["promoCode": "NOBODY"])
        #expect(unknown.status == 201 && unknown.json["promo"] == ["code": "NOBODY", "applied": false, "reason": "unknown"])
        let other = try garage.vehicle(as: Garages.bob)
        #expect(try garage.quote(other, ["promoCode": "WELCOME10"], as: Garages.bob).json["promo"]?["reason"] == "first_order_only")
        try garage.changeZone(delivery: 0)
        #expect(try garage.quote(car, ["promoCode": "FREEDELIVERY"]).json["promo"]?["reason"] == "not_applicable")
    }
}
