import Contracts
import Kernel
import Messaging
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

@Suite("Addresses")
struct AddressTests {
    static let home: JSONValue = [
        "label": "Home", "line1": "1111 Brickell Bay Dr", "city": "Miami", "region": "US-FL", "postalCode": "33131",
        "location": Garages.pin(25.7617, -80.1918),
    ]
    private let garage: Garage<Orders>
    private var shard: ShardHarness<Orders> { garage.shard }
    init() throws { garage = try Garage() }

    private func add(_ changes: [String: JSONValue] = [:]) throws -> Reply {
        try #require(try shard.send(AddAddress(.object((Self.home.object ?? [:]).merging(changes) { _, own in own })), as: Garages.ada))
    }
    private func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }

    @Test("Places are rounded as written, and say whether somebody brings fuel there", arguments: [
        (25.7617005, -80.1918005, 25.761701, -80.191801, true), (25.7959, -80.287, 25.7959, -80.287, false),
        (25.78, -80.29, 25.78, -80.29, true), (25.70, -80.32, 25.7, -80.32, true), (25.699999, -80.25, 25.699999, -80.25, false),
        (25.6999996, -80.25, 25.7, -80.25, true), (90, 180, 90, 180, false),
    ])
    func places(_ lat: Double, _ lng: Double, _ keptLat: Double, _ keptLng: Double, _ isServed: Bool) throws {
        let reply = try add(["location": Garages.pin(lat, lng)])
        #expect(reply.status == 201 && reply.json["serviceable"] == .bool(isServed))
        #expect(reply.json["location"]?["lat"] == .double(keptLat) || reply.json["location"]?["lat"] == .int(Int(keptLat)))
        #expect(reply.json["location"]?["lng"] == .double(keptLng) || reply.json["location"]?["lng"] == .int(Int(keptLng)))
    }

    @Test("The list knows when an area closes, and which of two serves")
    func areas() throws {
        let id = try #require(try add().json["id"])
        func served() throws -> JSONValue? {
            #expect(try shard.ask(AddressDetails.self, ["addressId": id], as: Garages.ada).json
                == shard.ask(AddressesOfOwner.self, as: Garages.ada).json["data"]?.array?.first)
            return try shard.ask(AddressDetails.self, ["addressId": id], as: Garages.ada).json["serviceable"]
        }
        #expect(try served() == true)
        try shard.receive(Garages.area("core", "miami", active: false))
        #expect(try served() == false)
        try shard.receive(Garages.area("other", "miami"))
        #expect(try served() == true)
    }

    @Test("Every field that is wrong is named at once")
    func fields() throws {
        #expect(errors(try shard.send(AddAddress([:]), as: Garages.ada))
            == ["label", "line1", "city", "region", "postalCode", "location"])
        func long(_ count: Int) -> JSONValue { .string(String(repeating: "l", count: count)) }
        let wrong = try add([
            "label": long(31), "line1": " ", "line2": long(101), "city": 5, "region": "FL", "postalCode": "3313",
            "location": Garages.pin(91, -180.0000006), "instructions": "\u{7}",
        ])
        #expect(errors(wrong) == [
            "label", "line1", "line2", "city", "region", "postalCode", "location.lat", "location.lng", "instructions",
        ])
        for code in ["33131-1", "33131-00011", "33131-0001-", "٣٣١٣١", "3313A"] {
            #expect(errors(try add(["postalCode": .string(code)])) == ["postalCode"], "\(code)")
        }
        #expect(try add(["postalCode": "33131-0001", "region": "US-PR"]).status == 201)
    }

    @Test("Sent fields change, null clears what is optional, and what is somebody else's is not there")
    func changing() throws {
        let id = AddressID(try #require(try add(["line2": "Garage", "instructions": "Row C"]).json["id"]?.string))
        func change(_ form: JSONValue, as user: Principal = Garages.ada) throws -> Reply? {
            try shard.send(ChangeAddress(id, form), as: user)
        }
        let changed = try #require(try change(["label": "Office", "line2": .null])).json
        #expect(changed["label"] == "Office" && changed["line2"] == .null)
        #expect(changed["instructions"] == "Row C" && changed["city"] == "Miami")
        #expect(try change(["label": ""], as: Garages.bob)?.status == 404)
        #expect(errors(try change(["label": "", "city": .null])) == ["label", "city"])
        #expect(try shard.send(RemoveAddress(addressId: id), as: Garages.bob)?.status == 404)
        #expect(try shard.send(RemoveAddress(addressId: id), as: Garages.ada)?.status == 204)
        #expect(try shard.ask(AddressDetails.self, ["addressId": .string(id.rawValue)], as: Garages.ada).status == 404)
    }

    @Test("One person stores at most twenty, and seeding stores each once")
    func limit() throws {
        let seed = ImportAddress(addressId: "a1", userId: "ada", label: "Home", line1: "1 Main St", city: "Miami", region: "US-FL",
                                 postalCode: "33131", latitude: 25.7617, longitude: -80.1918, addedAt: Garages.noon - .days(9))
        for _ in 1...2 { #expect(try shard.send(seed)?.status == 204) }
        for _ in 1...19 { #expect(try add().status == 201) }
        #expect(try add().slug == "address-limit-reached")
        let page = try shard.ask(AddressesOfOwner.self, ["page": 2, "perPage": 19], as: Garages.ada).json
        #expect(page["data"]?.array?.map { $0["id"] } == ["a1"] && page["meta"]?["lastPage"] == 2)
    }
}
