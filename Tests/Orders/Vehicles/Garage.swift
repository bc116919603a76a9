import Contracts
import Kernel
import Messaging
import OrdersFuelCatalog
import OrdersFuelQuotes
import OrdersKit
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

/// The orders shard of an app that brings fuel to one city; plays the catalog by hand.
final class Garage<Service: PlatformService> {
    let shard: ShardHarness<Service>

    init(_: Service.Type = Orders.self, now: Timestamp = Garages.noon) throws {
        shard = try ShardHarness(Service.self, definition: Garages.definition, now: now)
        for fuel in Garages.fuels { try shard.receive(fuel) }
        try shard.receive(VehicleMakeChanged(make: "Toyota", models: Garages.toyotas))
        try shard.receive(VehicleMakeChanged(make: "Tesla", models: [
            VehicleModel(model: "Model 3", yearFrom: 2017, yearTo: nil, fuelTypes: [], tankThousandths: nil),
        ]))
        try shard.receive(PlateFormatChanged(region: "US-FL", name: "Florida", masks: ["AAAA99", "AA99AA", "AAA999"]))
        try shard.receive(PlateFormatChanged(region: "US-WY", name: "Wyoming", masks: []))
        try changeZone()
        try shard.receive(Garages.area("core", "miami"))
        try price("regular", 3399)
        try price("premium", 4149)
        try price("diesel", 3899)
        try shard.markSeen()
    }

    // MARK: - The catalog

    private var prices = 0
    @discardableResult
    func price(_ fuel: String, _ mills: Int, from: Timestamp? = nil, until: Timestamp? = nil) throws -> FuelPriceID {
        prices += 1
        let id = FuelPriceID("price-\(prices)")
        try shard.receive(FuelPricePublished(
            priceId: id, priceZoneId: "miami", fuelType: fuel, pricePerGallon: PricePerGallon(mills: mills, currency: .usd),
            validFrom: from ?? shard.now, validUntil: until))
        return id
    }
    func changeZone(delivery: Int = 499, asap: Int = 500, tax: Int = 700, tiers: [FuelTier] = FuelPricingTests.tiers) throws {
        try shard.receive(PriceZoneChanged(
            priceZoneId: "miami", code: "miami", name: "Miami", deliveryFee: Money(delivery, .usd), asapFee: Money(asap, .usd),
            salesTaxBps: tax, tiers: tiers, createdAt: Garages.noon, updatedAt: shard.now))
    }

    // MARK: - A customer

    @discardableResult
    func add(_ changes: [String: JSONValue] = [:], as owner: Principal = Garages.ada) throws -> Reply? {
        try shard.send(AddVehicle(Garages.camry(changes)), as: owner)
    }
    /// The id of a new vehicle.
    func vehicle(_ changes: [String: JSONValue] = [:], as owner: Principal = Garages.ada) throws -> VehicleID {
        let reply = try #require(try add(changes, as: owner))
        #expect(reply.status == 201)
        return VehicleID(try #require(reply.json["id"]?.string))
    }
    func vehicles(of owner: Principal = Garages.ada) throws -> [JSONValue] {
        try shard.ask(VehiclesOfOwner.self, as: owner).json["data"]?.array ?? []
    }
    func quote(_ vehicle: VehicleID, _ changes: [String: JSONValue] = [:], as owner: Principal = Garages.ada) throws -> Reply {
        let form: [String: JSONValue] = [
            "location": Garages.pin(25.7617, -80.1918), "vehicleId": .string(vehicle.rawValue), "amount": ["type": "fill_up"],
            "scheduleType": "window",
        ]
        let wish = form.merging(changes) { _, own in own }.filter { $0.value != "nothing" }
        return try #require(try shard.send(MakeFuelQuote<PlainOrders>(.object(wish)), as: owner))
    }
}

/// What the garages of all tests have in common.
enum Garages {
    static let noon = Timestamp("2026-11-23T17:00:00Z") ?? .distantPast
    static let ada = Principal.user("ada", roles: ["customer"])
    static let bob = Principal.user("bob", roles: ["customer"])
    static let definition = TenantDefinition(
        tenant: "autofill", name: "AutoFill", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], phonePrefix: "+1",
        sandbox: true, roles: ["customer": ["orders:place"]], plugins: ["orders": ["fuel-order"]])

    static let fuels = [
        FuelTypeChanged(code: "regular", name: "Regular", family: "gasoline", grade: 1, octane: 87, active: true),
        FuelTypeChanged(code: "midgrade", name: "Midgrade", family: "gasoline", grade: 2, octane: 89, active: true),
        FuelTypeChanged(code: "premium", name: "Premium", family: "gasoline", grade: 3, octane: 93, active: true),
        FuelTypeChanged(code: "diesel", name: "Diesel", family: "diesel", grade: 1, octane: nil, active: true),
        FuelTypeChanged(code: "e85", name: "E85", family: "ethanol", grade: 1, octane: nil, active: false),
    ]
    static let toyotas = [
        VehicleModel(model: "Camry", yearFrom: 2012, yearTo: 2017, fuelTypes: ["regular"], tankThousandths: 17_000),
        VehicleModel(model: "Camry", yearFrom: 2018, yearTo: nil, fuelTypes: ["regular"], tankThousandths: 15_800),
        VehicleModel(model: "Corolla", yearFrom: 2014, yearTo: nil, fuelTypes: ["regular"], tankThousandths: 13_200),
    ]
    static func camry(_ changes: [String: JSONValue] = [:]) -> JSONValue {
        let form: [String: JSONValue] = [
            "make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular", "plate": plate("ABC D12"),
        ]
        return .object(form.merging(changes) { _, own in own })
    }
    static func plate(_ number: String, _ region: String = "US-FL", personalized: Bool = false) -> JSONValue {
        ["region": .string(region), "number": .string(number), "personalized": .bool(personalized)]
    }
    static func pin(_ lat: Double, _ lng: Double) -> JSONValue { ["lat": .double(lat), "lng": .double(lng)] }

    /// The demo's miami-core: a rectangle with the airport as a hole.
    static func area(_ id: ServiceAreaID, _ zone: PriceZoneID, priority: Int = 0, active: Bool = true) -> ServiceAreaChanged {
        func ring(_ south: Int, _ north: Int, _ west: Int, _ east: Int) -> [MicroPoint] {
            [(west, south), (east, south), (east, north), (west, north), (west, south)].map { MicroPoint(x: $0.0, y: $0.1) }
        }
        let shape = AreaGeometry(.polygon, [PlanarPolygon(rings: [
            ring(25_700_000, 25_830_000, -80_320_000, -80_185_000), ring(25_780_000, 25_805_000, -80_310_000, -80_260_000),
        ])])
        return ServiceAreaChanged(areaId: id, code: id.rawValue, name: "Miami", priceZoneId: zone, geometry: shape, priority: priority,
                                  active: active, createdAt: noon, updatedAt: noon)
    }
}

/// Orders as vehicles and quotes know them, without a workflow: a vehicle whose colour is `in use` has an open order, and `bob` has
/// ordered before.
enum PlainOrders: VehicleOrders, QuotedOrders {
    static let name = "fuel-order"
    static func openOrder(of vehicle: VehicleID, in tx: OrdersTransaction) throws -> OrderID? {
        try tx.vehicles.find(vehicle)?.color == "in use" ? "order-1" : nil
    }
    static func hasOrdered(_ customer: User.ID, in tx: OrdersTransaction) throws -> Bool { customer == "bob" }
    static func overview(of customer: User.ID, in view: OrdersView) throws -> OrdersOverview {
        OrdersOverview(active: [["id": "order-2"]], recent: [["id": "order-1"]], balanceDue: customer == "bob" ? "order-1" : nil)
    }
}

/// Only the rooms of vehicles and quotes.
enum GarageOnly: TestOnlyService {
    static let name = ServiceName.orders
    static let contents = ServiceContents(features: [
        .fuelCatalog, .vehicles(of: PlainOrders.self), .addresses(of: PlainOrders.name), .fuelQuotes(of: PlainOrders.self),
    ])
}
