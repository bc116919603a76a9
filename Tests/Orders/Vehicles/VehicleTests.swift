import Contracts
import Kernel
import Messaging
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

@Suite("Vehicles")
struct VehicleTests {
    private let garage: Garage<Orders>
    private var shard: ShardHarness<Orders> { garage.shard }
    init() throws { garage = try Garage() }

    private func change(_ id: VehicleID, _ form: JSONValue, as owner: Principal = Garages.ada) throws -> Reply? {
        try shard.send(ChangeVehicle<PlainOrders>(id, form), as: owner)
    }
    private func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }

    @Test("A new vehicle has the tank of the reference list, and the first one is the default")
    func adding() throws {
        let reply = try #require(try garage.add(["plate": Garages.plate(" abc-d12 ", " us-fl "), "nickname": " Daily "]))
        #expect(reply.status == 201)
        let car = reply.json
        #expect(reply.location == "/vehicles/\(car["id"]?.string ?? "")")
        #expect(car["plate"] == [
            "region": "US-FL", "number": "ABC-D12", "normalized": "ABCD12", "personalized": false, "status": "verified",
        ])
        #expect(car["tankCapacityGallons"] == 15.8 && car["tankCapacitySource"] == "reference" && car["isDefault"] == true)
        #expect(car["nickname"] == "Daily" && car["color"] == .null && car["createdAt"] == "2026-11-23T17:00:00Z")
        #expect(try shard.published(VehicleAdded.self).map(\.tankCapacityGallons) == [Gallons(thousandths: 15_800)])
        #expect(try shard.ask(VehicleDetails.self, ["vehicleId": car["id"] ?? .null], as: Garages.ada).json == car)
        #expect(try shard.ask(VehicleDetails.self, ["vehicleId": car["id"] ?? .null], as: Garages.bob).status == 404)
        #expect(try shard.columns(holding: "abcd12").filter { !$0.hasPrefix("souk_") } == ["vehicle.body", "vehicle.plate"])
    }

    @Test("A plate is once in a garage, whatever its separators, and may be in another garage")
    func duplicates() throws {
        let id = try garage.vehicle()
        let again = try #require(try garage.add(["model": "Corolla", "plate": Garages.plate("ab.c d1-2")]))
        #expect(again.slug == "vehicle-duplicate" && again.json["members"]?["vehicleId"] == .string(id.rawValue))
        #expect(try garage.add(as: Garages.bob)?.status == 201)
        let other = try garage.vehicle(["plate": Garages.plate("ABCD12", "US-WY")])
        #expect(try change(other, ["plate": Garages.plate("ABC D12")])?.slug == "vehicle-duplicate")
        #expect(try change(id, ["plate": Garages.plate("A-BCD-12")])?.json["plate"]?["number"] == "A-BCD-12")
    }

    @Test("The default is one: it moves with a wish, and to the newest when its vehicle goes")
    func defaults() throws {
        let first = try garage.vehicle()
        shard.now = shard.now + .seconds(1)
        let second = try garage.vehicle(["plate": Garages.plate("AAAA01"), "isDefault": true])
        shard.now = shard.now + .seconds(1)
        _ = try garage.vehicle(["plate": Garages.plate("AAAA02"), "isDefault": false])
        #expect(try garage.vehicles().map { $0["isDefault"] } == [false, true, false])
        #expect(try change(second, ["isDefault": false])?.json["isDefault"] == true)
        #expect(try change(first, ["isDefault": true])?.json["isDefault"] == true)
        #expect(try garage.vehicles().map { $0["isDefault"] } == [false, false, true])
        #expect(try shard.send(RemoveVehicle<PlainOrders>(vehicleId: first), as: Garages.ada)?.status == 204)
        #expect(try garage.vehicles().map { $0["isDefault"] } == [true, false])
        #expect(try shard.send(RemoveVehicle<PlainOrders>(vehicleId: first), as: Garages.ada)?.status == 404)
        #expect(try shard.published(VehicleRemoved.self).map(\.vehicleId) == [first])
    }

    @Test("A tank that the owner did not describe follows the model")
    func tanks() throws {
        let id = try garage.vehicle(["year": 2015])
        func tank(_ form: JSONValue) throws -> [JSONValue?] {
            let car = try #require(try change(id, form)).json
            return [car["tankCapacityGallons"], car["tankCapacitySource"]]
        }
        #expect(try tank(["nickname": "Old"]) == [17, "reference"])
        #expect(try tank(["year": 2021]) == [15.8, "reference"])
        #expect(try tank(["model": "corolla"]) == [13.2, "reference"])
        #expect(try tank(["make": "Own", "model": "Kit car"]) == [18, "default"])
        #expect(try tank(["tankCapacityGallons": 9.125]) == [9.125, "customer"])
        #expect(try tank(["make": "toyota", "model": "Camry"]) == [9.125, "customer"])
        #expect(try tank(["tankCapacityGallons": .null]) == [15.8, "reference"])
    }

    @Test("Every field that is wrong is named at once, also those that only the lists of the catalogue know")
    func fields() throws {
        let all = try garage.add([
            "make": " ", "model": 5, "year": 1980, "fuelType": "e85", "plate": Garages.plate("ABCD12", "US-XX"), "nickname": "\u{7}",
            "color": .string(String(repeating: "c", count: 31)), "tankCapacityGallons": 15.8001, "fuelDoorSide": "top", "isDefault": 1,
        ])
        #expect(all?.status == 422 && errors(all) == [
            "make", "model", "year", "fuelType", "plate.region", "nickname", "color", "tankCapacityGallons", "fuelDoorSide", "isDefault",
        ])
        #expect(errors(try shard.send(AddVehicle([:]), as: Garages.ada)) == ["make", "model", "year", "fuelType", "plate"])
        for (wrong, field) in [
            (["make": "tesla", "model": "MODEL 3"], "model"), (["year": 2011], "year"), (["fuelType": "diesel"], "fuelType"),
            (["year": 2028], "year"), (["plate": Garages.plate("АBCD12")], "plate.number"),
            (["plate": Garages.plate("ABCD1")], "plate.number"),
            (["tankCapacityGallons": 60.001], "tankCapacityGallons"), (["plate": "ABCD12"], "plate"),
            (["plate": Garages.plate("MYFIRST1", personalized: true)], "plate.number"),
        ] as [([String: JSONValue], String)] { #expect(errors(try garage.add(wrong)) == [field], "\(wrong)") }
        #expect(errors(try garage.add(["plate": Garages.plate("AB_1", "US-XX")])) == ["plate.region", "plate.number"])
        #expect(errors(try garage.add(["plate": Garages.plate(" ", "US-XX")])) == ["plate.region", "plate.number"])
        #expect(errors(try garage.add(["plate": ["region": "US-XX"]])) == ["plate.region", "plate.number"])
        #expect(errors(try garage.add(["plate": ["number": "AB_1", "personalized": 1]]))
            == ["plate.region", "plate.number", "plate.personalized"])
        #expect(errors(try garage.add(["year": 2011, "fuelType": "diesel"])) == ["year", "fuelType"])
        #expect(errors(try garage.add(["make": "Tesla", "model": "Model 3", "year": 1980])) == ["year", "model"])
        #expect(try garage.add(["year": 2027])?.status == 201)
    }

    @Test("Somebody else's vehicle is not there, whatever the form; then the form counts, then the state")
    func order() throws {
        let id = try garage.vehicle()
        #expect(try change(id, ["year": "old"], as: Garages.bob)?.status == 404)
        #expect(errors(try change(id, ["year": "old", "make": .null])) == ["year", "make"])
        #expect(errors(try change(id, ["year": 1980, "fuelType": "diesel"])) == ["year", "fuelType"])
        #expect(try change(id, [:])?.status == 200)
    }

    @Test("A garage has at most twenty vehicles, and its list has pages")
    func limit() throws {
        for number in 10..<30 { _ = try garage.vehicle(["plate": Garages.plate("ABCD\(number)")]) }
        #expect(try garage.add(["plate": Garages.plate("ABCD30")])?.slug == "vehicle-limit-reached")
        #expect(try garage.add(["plate": Garages.plate("ABCD29")])?.slug == "vehicle-duplicate")
        let page = try shard.ask(VehiclesOfOwner.self, ["page": 2, "perPage": 15], as: Garages.ada).json
        #expect(page["data"]?.array?.count == 5 && page["meta"]?["total"] == 20)
    }

    @Test("An erased account has no vehicles and no addresses")
    func erasure() throws {
        _ = try garage.vehicle()
        _ = try garage.vehicle(as: Garages.bob)
        #expect(try shard.send(AddAddress(AddressTests.home), as: Garages.ada)?.status == 201)
        try shard.receive(UserErased(userId: Garages.ada.userID))
        #expect(try shard.count(of: "vehicle") == 1 && shard.count(of: "address") == 0)
        #expect(try garage.vehicles().isEmpty && garage.vehicles(of: Garages.bob).count == 1)
    }

    @Test("The first page of somebody new is empty, and shows a vehicle as its list does")
    func home() throws {
        func page() throws -> JSONValue { try shard.ask(ShowHome<PlainOrders>.self, as: Garages.ada).json }
        #expect(try page() == [
            "vehicles": [], "addresses": [], "activeOrders": [], "recentOrders": [], "balanceDueOrderId": .null,
            "serverTime": "2026-11-23T17:00:00Z",
        ])
        _ = try garage.vehicle()
        #expect(try page()["vehicles"]?.array == garage.vehicles())
    }

    @Test("Seeding takes a vehicle as it is described, once")
    func seeding() throws {
        let seed = ImportVehicle(vehicleId: "v1", userId: "ada", make: "BMW", model: "X3", year: 2023, fuelType: "premium", region: "US-FL",
                                 plateNumber: "KLM P34", tankCapacityGallons: Gallons(thousandths: 17_200),
                                 tankCapacitySource: "reference", addedAt: Garages.noon)
        for _ in 1...2 { #expect(try shard.send(seed)?.status == 204) }
        let car = try #require(try garage.vehicles().first)
        #expect(car["plate"]?["status"] == "verified" && car["tankCapacityGallons"] == 17.2 && car["isDefault"] == true)
        #expect(try shard.count(of: "vehicle") == 1)
    }
}

@Suite("Vehicles with open orders, and the first page")
struct VehicleOfOrderTests {
    private let garage: Garage<GarageOnly>
    init() throws { garage = try Garage(GarageOnly.self) }

    @Test("What an open order relies on stays as it is; words about the vehicle may change")
    func inUse() throws {
        let id = try garage.vehicle(["color": "in use"])
        func change(_ form: JSONValue) throws -> Reply? {
            try garage.shard.send(ChangeVehicle<PlainOrders>(id, form), as: Garages.ada)
        }
        let refused: [JSONValue] = [
            ["make": "Own"], ["model": "Corolla"], ["year": 2020], ["fuelType": "premium", "model": "Other"],
            ["plate": Garages.plate("ABCD13")], ["tankCapacityGallons": 15.801],
        ]
        for form in refused {
            let reply = try #require(try change(form))
            #expect(reply.slug == "vehicle-in-use" && reply.json["members"]?["orderId"] == "order-1", "\(form)")
        }
        #expect(try garage.shard.send(RemoveVehicle<PlainOrders>(vehicleId: id), as: Garages.ada)?.slug == "vehicle-in-use")
        let same = try change(["make": "Toyota", "year": 2021, "plate": Garages.plate("AB-CD12"), "nickname": "New", "isDefault": true])
        #expect(same?.status == 200)
        #expect(try change(["color": .null])?.status == 200)
        #expect(try change(["year": 2020])?.status == 200)
    }

    @Test("The first page shows vehicles, addresses, orders and what is owed")
    func home() throws {
        _ = try garage.vehicle(as: Garages.bob)
        _ = try garage.shard.send(AddAddress(AddressTests.home), as: Garages.bob)
        let page = try garage.shard.ask(ShowHome<PlainOrders>.self, as: Garages.bob).json
        #expect(page["vehicles"]?.array?.count == 1 && page["addresses"]?.array?.first?["serviceable"] == true)
        #expect(page["activeOrders"] == [["id": "order-2"]] && page["recentOrders"] == [["id": "order-1"]])
        #expect(page["balanceDueOrderId"] == "order-1" && page["serverTime"] == "2026-11-23T17:00:00Z")
        #expect(try garage.shard.ask(ShowHome<PlainOrders>.self, as: Garages.ada).json["balanceDueOrderId"] == .null)
    }
}
