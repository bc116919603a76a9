import Contracts
import Kernel
import Messaging
import OrdersFuelCatalog
import OrdersKit
import OrdersTicketSales
import OrdersTrucks
import ServiceKit
import Storage
import TestKit

/// What an order would do with a truck, without orders: one command for each call.
struct YardReserve: Command {
    static let type: MessageType = "orders.yard-reserve.v1"
    let order: OrderID
    let truck: TruckID
    let fuel: String
    let thousandths: Int
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Trucks(tx).reserve(Gallons(thousandths: thousandths), of: fuel, for: order, on: truck)
        return NoContent()
    }
}

struct YardFree: Command {
    static let type: MessageType = "orders.yard-free.v1"
    let order: OrderID
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        try Trucks(tx).free(order)
        return NoContent()
    }
}

struct YardDeliver: Command {
    static let type: MessageType = "orders.yard-deliver.v1"
    let order: OrderID
    let truck: TruckID
    let fuel: String
    let meterStart: Int
    let meterEnd: Int
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        let delivered = DeliveredFuel(order: order, meterStart: Gallons(thousandths: meterStart), meterEnd: Gallons(thousandths: meterEnd))
        try Trucks(tx).deliver(delivered, of: fuel, from: truck, by: "luis", at: tx.now)
        return NoContent()
    }
}

struct YardStartShift: Command {
    static let type: MessageType = "orders.yard-start-shift.v1"
    let truck: TruckID
    let driver: User.ID
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard let truck = try tx.trucks.find(truck) else { throw Rejection.notFound }
        _ = try Shifts(tx).start(tx.newID(), of: driver, with: truck)
        return NoContent()
    }
}

/// An order says how drivers see it.
struct YardShow: Command {
    static let type: MessageType = "orders.yard-show.v1"
    let id: OrderID
    let area: ServiceAreaID
    let fuel: String
    /// `waiting`, `open`, `assigned`, `underWay`, `done`, `over`.
    let state: String
    let driver: User.ID?
    func handle(in tx: OrdersTransaction) throws -> NoContent {
        let shown: DriverJob.State = switch (state, driver) {
        case ("open", _): .open
        case ("assigned", let driver?): .assigned(driver)
        case ("underWay", let driver?): .underWay(driver)
        case ("done", _): .done
        case ("over", _): .over
        default: .waiting
        }
        let job = DriverJob(id: id, number: "AF10001", customer: "maya", areaId: area, fuelType: fuel,
                            maxGallons: Gallons(thousandths: 15_800), isAsap: true, startsAt: tx.now, promisedBy: tx.now + .minutes(90),
                            state: shown)
        try DriverJobs(tx).update(job, by: "driver")
        return NoContent()
    }
}

extension Feature {
    static let yard = Feature("yard", commands: [
        YardReserve.self, YardFree.self, YardDeliver.self, YardStartShift.self, YardShow.self,
    ])
}

/// Trucks and what drivers are offered, without orders.
enum TruckYard: TestOnlyService, OrderWorkflowList {
    static let name = ServiceName.orders
    static let workflows: [any OrderWorkflow.Type] = [TicketSale.self]
    static let contents = ServiceContents(features: features + [.fuelCatalog, .trucks, .yard])
}

/// A yard with two areas and three fuels.
final class YardScene {
    static let dispatcher = Principal.user("priya", roles: ["dispatcher"])
    static let luis = Principal.user("luis", roles: ["driver"])
    static let aisha = Principal.user("aisha", roles: ["driver"])
    static let miami: ServiceAreaID = "miami"
    static let doral: ServiceAreaID = "doral"
    static let definition = TenantDefinition(
        tenant: "yard", name: "Yard", currency: .usd, timezone: "America/New_York", languages: ["en"], phonePrefix: "+1", sandbox: true,
        roles: ["driver": ["deliveries:drive"], "dispatcher": ["dispatch:manage"], "customer": ["orders:place"]],
        plugins: ["orders": ["ticket-sale"]])

    let shard: ShardHarness<TruckYard>

    init() throws {
        shard = try ShardHarness(TruckYard.self, definition: Self.definition)
        for area in [Self.miami, Self.doral] { try shard.receive(Self.area(area, now: shard.now)) }
        for (grade, code) in ["regular", "premium", "diesel"].enumerated() {
            try shard.receive(FuelTypeChanged(code: code, name: code, family: "gasoline", grade: grade + 1, octane: nil, active: true))
        }
        try shard.markSeen()
    }

    static func area(_ id: ServiceAreaID, now: Timestamp) throws -> ServiceAreaChanged {
        let shape = #"{"type":"Polygon","coordinates":[[[-80.3,25.7],[-80.2,25.7],[-80.2,25.8],[-80.3,25.7]]]}"#
        return ServiceAreaChanged(areaId: id, code: id.rawValue, name: id.rawValue, priceZoneId: "zone",
                                  geometry: try JSON.decode(AreaGeometry.self, from: shape.utf8), priority: 0, active: true,
                                  createdAt: now, updatedAt: now)
    }

    func create(_ code: String = "T-101", area: ServiceAreaID = miami,
                _ compartments: [SentCompartment] = [.init(fuelType: "regular", capacityGallons: 600),
                                                     .init(fuelType: "premium", capacityGallons: 300)]) throws -> Reply? {
        try shard.send(CreateTruck(code: code, plate: "TRK 101", areaId: area, compartments: compartments), as: Self.dispatcher)
    }
    func truck(_ code: String = "T-101", area: ServiceAreaID = miami, load gallons: Double = 0) throws -> TruckID {
        let id = try create(code, area: area)?.json["id"]?.string ?? ""
        if gallons > 0 { try load(TruckID(id), "regular", gallons, ticket: "first of \(code)") }
        return TruckID(id)
    }
    @discardableResult
    func load(_ truck: TruckID, _ fuel: String, _ gallons: Double, ticket: String, as who: Principal = dispatcher) throws -> Reply? {
        try shard.send(LoadTruck(truckId: truck, fuelType: fuel, gallons: gallons, ticket: ticket), as: who)
    }
    @discardableResult
    func adjust(_ truck: TruckID, _ fuel: String, _ delta: Double) throws -> Reply? {
        try shard.send(AdjustTruck(truckId: truck, fuelType: fuel, gallonsDelta: delta, reason: "gauge"), as: Self.dispatcher)
    }
    @discardableResult
    func reserve(_ order: OrderID, _ truck: TruckID, _ thousandths: Int, of fuel: String = "regular") throws -> Reply? {
        try shard.send(YardReserve(order: order, truck: truck, fuel: fuel, thousandths: thousandths))
    }
    @discardableResult
    func show(_ id: OrderID, _ state: String, _ driver: User.ID? = nil, area: ServiceAreaID = miami, fuel: String = "regular") throws
        -> Reply? {
        try shard.send(YardShow(id: id, area: area, fuel: fuel, state: state, driver: driver))
    }
    @discardableResult
    func startShift(_ driver: User.ID, with truck: TruckID) throws -> Reply? {
        try shard.send(YardStartShift(truck: truck, driver: driver))
    }
    /// The compartment as a dispatcher reads it.
    func compartment(_ truck: TruckID, _ fuel: String) throws -> JSONValue? {
        try shard.ask(TruckDetails.self, ["truckId": .string(truck.rawValue)], as: Self.dispatcher).json["compartments"]?.array?
            .first { $0["fuelType"]?.string == fuel }
    }
}
