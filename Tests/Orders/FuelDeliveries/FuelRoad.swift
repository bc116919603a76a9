import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelDeliveries
import OrdersFuelQuotes
import OrdersService
import OrdersTrucks
import OrdersVehicles
import ServiceKit
import TestKit

/// A town with an area, prices and trucks, customers who order fuel there, and drivers who bring it.
final class FuelRoad {
    static let drivers: [User.ID] = ["luis", "aisha", "kenji"]
    static let dispatcher = Principal.user("priya", roles: ["dispatcher"])
    static let pin = GeoPoint(lat: 25.7617, lng: -80.1918)
    /// 33 m and 145 m from the pin.
    static let near = GeoPoint(lat: 25.762, lng: -80.1918)
    static let street = GeoPoint(lat: 25.763, lng: -80.1918)
    static let far = GeoPoint(lat: 25.79, lng: -80.1918)
    static let plate = "ABC D12"
    /// The least that is one.
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    static let definition = TenantDefinition(
        tenant: "road", name: "Road", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], phonePrefix: "+1",
        sandbox: true,
        roles: [
            "customer": ["orders:place"], "driver": ["deliveries:drive"], "dispatcher": ["dispatch:manage", "payments:refund"],
        ],
        plugins: ["orders": ["fuel-order"]])

    let shard: ShardHarness<Orders>
    private var count = 0

    /// - Parameter trucks: code → gallons of regular.
    init(trucks: [String: Int] = ["T-101": 480, "T-102": 320]) throws {
        shard = try ShardHarness(Orders.self, definition: Self.definition)
        let shape = #"{"type":"Polygon","coordinates":[[[-80.32,25.7],[-80.185,25.7],[-80.185,25.83],[-80.32,25.83],[-80.32,25.7]]]}"#
        let geometry = try JSON.decode(AreaGeometry.self, from: shape.utf8)
        for (id, area) in [("miami", geometry), ("doral", try Self.elsewhere())] {
            try shard.receive(ServiceAreaChanged(areaId: ServiceAreaID(id), code: id, name: id, priceZoneId: "zone", geometry: area,
                                                 priority: 0, active: true, createdAt: shard.now, updatedAt: shard.now))
        }
        try shard.receive(PriceZoneChanged(
            priceZoneId: "zone", code: "miami", name: "Miami", deliveryFee: Money(499, .usd), asapFee: Money(500, .usd), salesTaxBps: 700,
            tiers: [FuelTier(minGallons: Gallons(thousandths: 15_000), discountMills: 30)], createdAt: shard.now, updatedAt: shard.now))
        for (grade, fuel) in ["regular", "premium"].enumerated() {
            try shard.receive(FuelTypeChanged(code: fuel, name: fuel, family: "gasoline", grade: grade + 1, octane: 87, active: true))
            try shard.receive(FuelPricePublished(priceId: FuelPriceID(fuel), priceZoneId: "zone", fuelType: fuel,
                                                 pricePerGallon: PricePerGallon(mills: 3399, currency: .usd),
                                                 validFrom: shard.now - .days(1), validUntil: nil))
        }
        for driver in Self.drivers {
            try shard.receive(UserRegistered(userId: driver, name: "Luis \(driver)", phone: "+13055550104", roles: ["driver"]))
        }
        for (code, gallons) in trucks.sorted(by: { $0.key < $1.key }) {
            try shard.receive(ImportTruck(
                truckId: TruckID(code), code: code, plate: "TRK 1", areaId: code.hasPrefix("T-4") ? "doral" : "miami",
                compartments: [TruckCompartment(fuelType: "regular", capacityGallons: Gallons(thousandths: gallons * 1000))],
                percentFull: 100))
        }
        try shard.markSeen()
    }
    private static func elsewhere() throws -> AreaGeometry {
        let shape = #"{"type":"Polygon","coordinates":[[[-80.39,25.84],[-80.33,25.84],[-80.33,25.87],[-80.39,25.84]]]}"#
        return try JSON.decode(AreaGeometry.self, from: shape.utf8)
    }

    static func driver(_ id: User.ID) -> Principal { .user(id.rawValue, roles: ["driver"]) }
    static func customer(_ id: User.ID) -> Principal { .user(id.rawValue, roles: ["customer"]) }

    // MARK: - Customers

    /// An order that waits for its driver; its car has a tank of 15.8 gallons.
    /// - Parameter start: of its window from now; nil: as soon as possible.
    func order(by customer: User.ID = "maya", in start: Duration? = nil) throws -> OrderID {
        count += 1
        let who = Self.customer(customer), number = count
        if !Self.drivers.contains(customer) {
            try shard.receive(UserRegistered(userId: customer, name: "Maya Torres", phone: "+13055550101", roles: ["customer"]))
        }
        let vehicle = try shard.send(AddVehicle([
            "make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular", "tankCapacityGallons": 15.8,
            "plate": ["region": "US-FL", "number": .string(number == 1 ? Self.plate : "ABC D\(10 + number)")],
        ]), as: who)
        let kind = start == nil ? "asap" : "window"
        let quote = try shard.send(MakeFuelQuote<FuelSale>([
            "vehicleId": vehicle?.json["id"] ?? .null, "amount": ["type": "fill_up"], "scheduleType": .string(kind),
            "location": ["lat": .double(Self.pin.lat), "lng": .double(Self.pin.lng), "address": "1 Biscayne Blvd"],
        ]), as: who)
        let schedule: JSONValue = start == nil ? ["type": "asap"] : ["type": "window", "windowId": .string("w-\(number)")]
        let wish: JSONValue = ["quoteId": quote?.json["id"] ?? .null, "schedule": schedule, "paymentMethodId": "card"]
        let placed = try shard.send(PlaceFuelOrder(wish), as: who)
        guard let claim = try shard.published(ClaimWindow.self).last else {
            throw FuelRoadBlocked(description: "\([vehicle, quote, placed].map { $0?.json ?? .null })")
        }
        let startsAt = shard.now + (start ?? .minutes(-30)), endsAt = startsAt + .hours(2)
        try shard.receive(WindowClaimed(
            claimId: claim.claimId, orderId: claim.orderId, areaId: claim.areaId, windowId: claim.windowId ?? TruckWindowID("w-\(number)"),
            truckId: "T-101", startsAt: startsAt, endsAt: endsAt, promisedBy: start == nil ? shard.now + .minutes(90) : endsAt,
            expiresAt: shard.now + .minutes(20)))
        guard let intent = try shard.published(CreateIntent.self).last else { throw FuelRoadBlocked(description: "no payment") }
        try shard.receive(PaymentAuthorized(
            paymentId: intent.paymentId, orderId: claim.orderId, userId: customer, amount: intent.amount, currency: .usd, attempt: 1,
            authorizationExpiresAt: shard.now + .days(7)))
        // Its offer to drivers is a timer, due at once or three hours before.
        try shard.advance(by: .zero)
        return claim.orderId
    }
    func status(_ id: OrderID) throws -> String? { try details(id)["status"]?.string }
    func details(_ id: OrderID) throws -> JSONValue {
        try shard.ask(FuelDeliveryDetails.self, ["deliveryId": .string(id.rawValue)], as: Self.dispatcher).json
    }

    // MARK: - Drivers

    @discardableResult
    func startShift(_ driver: User.ID = "luis", with truck: TruckID = "T-101") throws -> Reply? {
        try shard.send(StartShift(truckId: truck), as: Self.driver(driver))
    }
    @discardableResult
    func claim(_ id: OrderID, by driver: User.ID = "luis") throws -> Reply? {
        try shard.send(ClaimFuelDelivery(deliveryId: id), as: Self.driver(driver))
    }
    @discardableResult
    func start(_ id: OrderID, by driver: User.ID = "luis", at: Timestamp? = nil) throws -> Reply? {
        try shard.send(StartFuelDelivery(deliveryId: id, occurredAt: at), as: Self.driver(driver))
    }
    @discardableResult
    func move(_ driver: User.ID = "luis", _ points: (GeoPoint, Int)..., accuracy: Double? = nil) throws -> Reply? {
        try shard.send(RecordLocations(points: points.map { place, seconds in
            SentLocation(lat: place.lat, lng: place.lng, recordedAt: shard.now + .seconds(seconds), accuracyMeters: accuracy, heading: 182)
        }), as: Self.driver(driver))
    }
    @discardableResult
    func arrive(_ id: OrderID, by driver: User.ID = "luis", because reason: String? = "gate") throws -> Reply? {
        try shard.send(ArriveAtCar(deliveryId: id, override: reason == nil ? nil : true, reason: reason), as: Self.driver(driver))
    }
    @discardableResult
    func fuel(_ id: OrderID, by driver: User.ID = "luis", plate: String = FuelRoad.plate) throws -> Reply? {
        try shard.send(StartFueling(deliveryId: id, plate: plate), as: Self.driver(driver))
    }
    @discardableResult
    func read(_ id: OrderID, _ start: Double, _ end: Double, by who: Principal = driver("luis")) throws -> Reply? {
        try shard.send(RecordMeterReading(deliveryId: id, meterStart: start, meterEnd: end), as: who)
    }
    @discardableResult
    func photograph(_ id: OrderID, _ kind: String = "meter", by who: Principal = driver("luis"), _ bytes: [UInt8] = png) throws -> Reply? {
        let part: JSONValue = ["upload": .string("u-\(shard.log.count)"), "index": 0, "isLast": true,
                               "bytes": .string(Base64URL.encode(bytes))]
        let body: JSONValue = ["deliveryId": .string(id.rawValue), "kind": .string(kind), "part": part]
        return try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: TakeDeliveryPhoto.type, as: who)
    }
    @discardableResult
    func complete(_ id: OrderID, by who: Principal = driver("luis")) throws -> Reply? {
        try shard.send(CompleteFuelDelivery(deliveryId: id), as: who)
    }
    @discardableResult
    func release(_ id: OrderID, by who: Principal = driver("luis")) throws -> Reply? {
        try shard.send(ReleaseFuelDelivery(deliveryId: id, reason: "flat tyre"), as: who)
    }
    @discardableResult
    func fail(_ id: OrderID, _ reason: FuelFailReason, by who: Principal = driver("luis")) throws -> Reply? {
        try shard.send(FailFuelDelivery(deliveryId: id, reason: reason), as: who)
    }

    /// An order whose driver stands at the car.
    func orderAtCar(by driver: User.ID = "luis") throws -> OrderID {
        let id = try order()
        try startShift(driver)
        try claim(id, by: driver)
        try start(id, by: driver)
        try arrive(id, by: driver)
        return id
    }
    /// An order that is being fuelled.
    func orderInFueling() throws -> OrderID {
        let id = try orderAtCar()
        try fuel(id)
        return id
    }
    func regular(of truck: TruckID = "T-101") throws -> JSONValue? {
        try shard.ask(TruckDetails.self, ["truckId": .string(truck.rawValue)], as: Self.dispatcher).json["compartments"]?.array?.first
    }
}

/// An order that was not taken, and what was answered instead.
struct FuelRoadBlocked: Error, CustomStringConvertible { let description: String }
