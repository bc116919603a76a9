import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelDeliveries
import OrdersFuelQuotes
import OrdersService
import OrdersVehicles
import ServiceKit
import TestKit
import Testing

/// The orders shard of an app that sells fuel in one city; plays the catalog, scheduling and payments by hand.
final class FuelStation {
    static let noon = Timestamp("2026-11-23T17:00:00Z") ?? .distantPast
    static let maya = Principal.user("maya", roles: ["customer"])
    static let ben = Principal.user("ben", roles: ["customer"])
    static let luis = Principal.user("luis", roles: ["driver"])
    static let priya = Principal.user("priya", roles: ["dispatcher"])
    static let tom = Principal.user("tom", roles: ["pricing_manager"])
    static let definition = TenantDefinition(
        tenant: "fuel", name: "Fuel", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], phonePrefix: "+1",
        sandbox: true, roles: [
            "customer": ["orders:place"], "driver": ["deliveries:drive"], "dispatcher": ["dispatch:manage"],
            "pricing_manager": ["pricing:manage"],
        ], plugins: ["orders": ["fuel-order"]], settings: ["payments-stub": ["overCapturePercent": 10]])
    static let pin: JSONValue = ["lat": 25.7617, "lng": -80.1918]

    let shard: ShardHarness<Orders>
    private var count = 0

    init() throws {
        shard = try ShardHarness(definition: Self.definition, now: Self.noon)
        let shape = #"{"type":"Polygon","coordinates":[[[-80.32,25.7],[-80.185,25.7],[-80.185,25.83],[-80.32,25.83],[-80.32,25.7]]]}"#
        try shard.receive(ServiceAreaChanged(
            areaId: "core", code: "core", name: "Core", priceZoneId: "zone", geometry: try JSON.decode(AreaGeometry.self, from: shape.utf8),
            priority: 0, active: true, createdAt: Self.noon, updatedAt: Self.noon))
        try shard.receive(PriceZoneChanged(
            priceZoneId: "zone", code: "zone", name: "Zone", deliveryFee: Money(499, .usd), asapFee: Money(500, .usd), salesTaxBps: 700,
            tiers: [FuelTier(minGallons: Gallons(thousandths: 15_000), discountMills: 30),
                    FuelTier(minGallons: Gallons(thousandths: 30_000), discountMills: 60)], createdAt: Self.noon, updatedAt: Self.noon))
        for (grade, fuel) in ["regular", "premium"].enumerated() {
            try shard.receive(FuelTypeChanged(code: fuel, name: fuel, family: "gasoline", grade: grade + 1, octane: 87, active: true))
        }
        try price(3399)
        try shard.receive(PromoCodeChanged(PromoDefinition(code: "LASTONE", kind: .fixed, value: 500, target: .fuel, maxTotalUses: 1)))
        try shard.receive(PromoCodeChanged(PromoDefinition(code: "FREE", kind: .fixed, value: 100_000, target: .fuel)))
        for (id, name, role) in [("maya", "Maya Torres", "customer"), ("ben", "Ben Ito", "customer"), ("luis", "Luis Ortega", "driver"),
                                 ("aisha", "Aisha Grant", "driver")] {
            try shard.receive(UserRegistered(userId: User.ID(id), name: name, phone: "+13055550101", roles: [role]))
        }
        for truck in ["T-101", "T-102"] as [TruckID] {
            try shard.receive(ImportTruck(
                truckId: truck, code: truck.rawValue, plate: "TRK 1", areaId: "core",
                compartments: [TruckCompartment(fuelType: "regular", capacityGallons: Gallons(thousandths: 600_000))], percentFull: 80))
        }
        try shard.markSeen()
    }

    func price(_ mills: Int) throws {
        count += 1
        try shard.receive(FuelPricePublished(
            priceId: FuelPriceID("price-\(count)"), priceZoneId: "zone", fuelType: "regular",
            pricePerGallon: PricePerGallon(mills: mills, currency: .usd), validFrom: shard.now, validUntil: nil))
    }

    // MARK: - Placing

    /// A car with a tank of 15.8 gallons.
    func vehicle(of owner: Principal = maya) throws -> String {
        count += 1
        let reply = try shard.send(AddVehicle([
            "make": "Toyota", "model": "Camry", "year": 2021, "fuelType": "regular", "tankCapacityGallons": 15.8, "nickname": "Daily",
            "plate": ["region": "US-FL", "number": .string("ABC D\(10 + count)")],
        ]), as: owner)
        return try #require(reply?.json["id"]?.string)
    }
    func quote(_ changes: [String: JSONValue] = [:], as owner: Principal = maya) throws -> JSONValue {
        let vehicle = try changes["vehicleId"] ?? .string(vehicle(of: owner))
        let form: [String: JSONValue] = [
            "location": Self.pin, "vehicleId": vehicle, "amount": ["type": "fill_up"], "scheduleType": "window",
        ]
        let reply = try shard.send(MakeFuelQuote<FuelSale>(.object(form.merging(changes) { _, own in own })), as: owner)
        return try #require(reply).json
    }
    static func wish(_ quote: JSONValue, _ changes: [String: JSONValue] = [:]) -> JSONValue {
        let form: [String: JSONValue] = [
            "quoteId": quote["id"] ?? .null, "schedule": ["type": "window", "windowId": "w-1"], "paymentMethodId": "card-1",
        ]
        return .object(form.merging(changes) { _, own in own }.filter { $0.value != .null })
    }

    struct Asked {
        let request: String
        let reply: Reply?
        let claim: ClaimWindow?
    }
    /// Asks for an order; scheduling has not answered yet.
    func ask(_ wish: JSONValue, as customer: Principal = maya) throws -> Asked {
        count += 1
        try shard.markSeen()
        let request = "request-\(count)"
        let reply = try shard.send(PlaceFuelOrder(wish), as: customer, id: request)
        return Asked(request: request, reply: reply, claim: try shard.published(ClaimWindow.self).last)
    }
    func claimed(_ claim: ClaimWindow, in start: Duration = .hours(20), window: TruckWindowID? = nil) -> WindowClaimed {
        let starts = shard.now + start
        return WindowClaimed(
            claimId: claim.claimId, orderId: claim.orderId, areaId: claim.areaId, windowId: window ?? claim.windowId ?? "w-asap",
            truckId: "T-101", startsAt: starts, endsAt: starts + .hours(2), promisedBy: starts + .hours(2),
            expiresAt: shard.now + .minutes(20))
    }
    /// An order that waits for its card.
    func place(_ changes: [String: JSONValue] = [:], quote: JSONValue? = nil, in start: Duration = .hours(20),
               as customer: Principal = maya) throws -> OrderID {
        let asked = try ask(Self.wish(try quote ?? self.quote(as: customer), changes), as: customer)
        let claim = try #require(asked.claim)
        try shard.receive(claimed(claim, in: start))
        #expect(try shard.answer(to: asked.request)?.status == 201)
        return claim.orderId
    }
    /// An order that waits for a driver.
    func schedule(_ changes: [String: JSONValue] = [:], in start: Duration = .hours(20), as customer: Principal = maya) throws -> OrderID {
        let id = try place(changes, in: start, as: customer)
        try authorize(id)
        return id
    }

    // MARK: - Payments

    func payment(of id: OrderID) throws -> PaymentID { PaymentID(try order(id)["payment"]?["id"]?.string ?? "none") }
    func authorize(_ id: OrderID, _ payment: PaymentID? = nil, amount: Int? = nil, for lifetime: Duration = .days(7)) throws {
        let order = try order(id), sum = order["authorization"]?["amount"]?["amount"]?.int ?? 0
        try shard.receive(PaymentAuthorized(
            paymentId: try payment ?? self.payment(of: id), orderId: id, userId: "maya", amount: amount ?? sum, currency: .usd, attempt: 1,
            authorizationExpiresAt: shard.now + lifetime))
    }
    func captured(_ id: OrderID, _ amount: Int, _ payment: PaymentID? = nil) throws {
        var event = PaymentSucceeded(paymentId: try payment ?? self.payment(of: id), orderId: id, userId: "maya", amount: amount,
                                     currency: .usd, attempt: 1)
        event.paidWith = PaidWith(method: "card", brand: "visa", last4: "4242")
        try shard.receive(event)
    }
    func refuseCapture(_ id: OrderID, _ amount: Int, _ code: String = "capture_declined") throws {
        try shard.receive(CaptureFailed(paymentId: try payment(of: id), orderId: id, amount: amount, currency: .usd, failureCode: code))
    }
    func decline(_ id: OrderID, _ code: String = "card_declined", _ payment: PaymentID? = nil) throws {
        try shard.receive(PaymentFailed(paymentId: try payment ?? self.payment(of: id), orderId: id, userId: "maya", amount: 1,
                                        currency: .usd, attempt: 1, failureCode: code))
    }

    // MARK: - Drivers

    /// What a driver does, or a dispatcher for him. A reason to fail is a step, too.
    @discardableResult
    func step(_ step: String, _ id: OrderID, _ text: String = "", meterEnd: Int = 0, by: FuelActor = .driver, driver: User.ID = "luis",
              at: Timestamp? = nil) throws -> Reply? {
        let who = by == .dispatcher ? Self.priya : Principal.user(driver.rawValue, roles: ["driver"])
        switch step {
        case "assign":
            try shard.send(StartShift(truckId: driver == "luis" ? "T-101" : "T-102"), as: .user(driver.rawValue, roles: ["driver"]))
            if by == .dispatcher { return try shard.send(AssignFuelDelivery(deliveryId: id, driverId: driver), as: who) }
            return try shard.send(ClaimFuelDelivery(deliveryId: id), as: who)
        case "release": return try shard.send(ReleaseFuelDelivery(deliveryId: id, reason: text), as: who)
        case "start": return try shard.send(StartFuelDelivery(deliveryId: id, occurredAt: at), as: who)
        case "arrive": return try shard.send(ArriveAtCar(deliveryId: id, override: true, reason: text.isEmpty ? "gate" : text), as: who)
        case "fuel": return try shard.send(StartFueling(deliveryId: id, plate: text), as: who)
        case "read":
            return try shard.send(RecordMeterReading(deliveryId: id, meterStart: 0, meterEnd: Double(meterEnd) / 1000), as: who)
        case "photo": return try photograph(id, as: who)
        case "complete": return try shard.send(CompleteFuelDelivery(deliveryId: id), as: who)
        default:
            return try shard.send(FailFuelDelivery(deliveryId: id, reason: FuelFailReason(rawValue: step) ?? .unsafeLocation), as: who)
        }
    }
    private func photograph(_ id: OrderID, as who: Principal) throws -> Reply? {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        let part: JSONValue = ["upload": .string("u-\(shard.log.count)"), "index": 0, "isLast": true,
                               "bytes": .string(Base64URL.encode(png))]
        let body: JSONValue = ["deliveryId": .string(id.rawValue), "kind": "meter", "part": part]
        return try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: TakeDeliveryPhoto.type, as: who)
    }
    func drive(_ id: OrderID, to status: FuelOrderStatus) throws {
        try step("assign", id)
        if status == .assigned { return }
        try step("start", id)
        if status == .enRoute { return }
        try step("arrive", id)
        if status == .arrived { return }
        try step("fuel", id, try order(id)["vehicle"]?["plate"]?["number"]?.string ?? "")
    }
    /// Delivered and read off the meter, in thousandths of a gallon.
    func deliver(_ id: OrderID, _ thousandths: Int) throws {
        try drive(id, to: .fueling)
        try step("read", id, meterEnd: thousandths)
        try step("photo", id)
        #expect(try step("complete", id)?.status == 200)
    }

    // MARK: - Reading

    func order(_ id: OrderID, as user: Principal = maya) throws -> JSONValue {
        try shard.ask(FuelOrderDetails.self, ["orderId": .string(id.rawValue)], as: user).json
    }
    func status(_ id: OrderID) throws -> String? { try order(id, as: Self.priya)["status"]?.string }
    func total(_ id: OrderID, _ name: String) throws -> Int? { try order(id)["final"]?[name]?["amount"]?.int }
    func slug(_ reply: Reply?) -> String? { reply?.json["slug"]?.string }
    static func money(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "USD"] }
    /// Lets the timers fire that were due by now.
    func settle() throws { try shard.advance(by: .zero) }
}
