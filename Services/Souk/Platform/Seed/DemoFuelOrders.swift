import Contracts
import Kernel
import ServiceKit

extension DemoID {
    public static func fuelOrder(_ n: Int) -> String { id("0000fa" + digits(n, 6)) }
    public static func fuelPayment(_ n: Int) -> String { id("0000fb" + digits(n, 6)) }
    public static func fuelWindow(_ n: Int) -> String { id("0000fc" + digits(n, 6)) }
}

/// `fuel-orders.yml`: orders of fuel that ended before the demo begins, for one vehicle at one place.
public struct DemoFuelOrders: DemoReader {
    public static let file = "fuel-orders.yml"
    public static let keys = ["orderedFor", "fuelOrders"]

    /// What all orders have in common.
    struct Common {
        let account: Int
        let vehicle: ImportFuelOrder.Vehicle
        let area: Int
        let zone: Int
        let location: GeoPoint
        let address: String
        let fuelType: String
        let deliveryFee: Int
        let salesTaxBps: Int
        let tiers: [FuelTier]
    }
    struct Order {
        let n: Int
        /// Nil: it was cancelled before anybody took it.
        let driver: Int?
        let truck: Int?
        let window: Timestamp
        let placed: Timestamp
        let ended: Timestamp
        let mills: Int
        let gallons: Gallons?
        let meter: Gallons?
        let tip: Int
        let outcome: ImportFuelOrder.Outcome
    }
    static let windowLength: Duration = .hours(2)
    let common: Common?
    let orders: [Order]

    public init(_ form: DemoForm) {
        common = form.root["orderedFor"].map { Self.common($0, form) }
        orders = form.list("fuelOrders", in: form.root).map { Self.order($0, form) }
    }

    private static func common(_ value: YAMLFile.Value, _ form: DemoForm) -> Common {
        form.allow(["account", "vehicle", "make", "model", "year", "color", "region", "plate", "fuelDoorSide", "tankGallons", "area",
                    "zone", "lat", "lng", "address", "fuelType", "deliveryFee", "salesTaxBps", "tiers"],
                   in: value, what: "what is ordered for")
        let vehicle = ImportFuelOrder.Vehicle(
            vehicleId: VehicleID(DemoID.vehicle(form.reference("vehicle", to: .vehicle, in: value))), make: form.text("make", in: value),
            model: form.text("model", in: value), year: form.number("year", in: value), color: form.optionalText("color", in: value),
            region: form.text("region", in: value), plateNumber: form.text("plate", in: value),
            fuelDoorSide: form.optionalText("fuelDoorSide", in: value),
            tankCapacityGallons: gallons("tankGallons", value, form) ?? .zero)
        let tiers = form.list("tiers", in: value).map { tier in
            form.allow(["minGallons", "discountMills"], in: tier, what: "a tier")
            return FuelTier(minGallons: gallons("minGallons", tier, form) ?? .zero, discountMills: form.number("discountMills", in: tier))
        }
        return Common(
            account: form.reference("account", to: .account, in: value), vehicle: vehicle,
            area: form.reference("area", to: .serviceArea, in: value), zone: form.reference("zone", to: .priceZone, in: value),
            location: GeoPoint(lat: form.decimal("lat", in: value), lng: form.decimal("lng", in: value)),
            address: form.text("address", in: value), fuelType: form.text("fuelType", in: value),
            deliveryFee: form.number("deliveryFee", in: value), salesTaxBps: form.number("salesTaxBps", in: value), tiers: tiers)
    }

    private static func order(_ value: YAMLFile.Value, _ form: DemoForm) -> Order {
        form.allow(["n", "driver", "truck", "window", "placed", "ended", "mills", "gallons", "meter", "tip", "outcome"], in: value,
                   what: "an order of fuel")
        let outcome = ImportFuelOrder.Outcome(rawValue: form.optionalText("outcome", in: value) ?? "completed")
        if outcome == nil { form.fail(value.line(of: "outcome"), "'outcome' must be completed, cancelled or absent") }
        return Order(
            n: form.number("n", in: value),
            driver: value["driver"] == nil ? nil : form.reference("driver", to: .account, in: value),
            truck: value["truck"] == nil ? nil : form.reference("truck", to: .truck, in: value),
            window: form.requiredTime("window", in: value), placed: form.requiredTime("placed", in: value),
            ended: form.requiredTime("ended", in: value), mills: form.number("mills", in: value),
            gallons: value["gallons"] == nil ? nil : gallons("gallons", value, form),
            meter: value["meter"] == nil ? nil : gallons("meter", value, form), tip: form.number("tip", in: value, default: 0),
            outcome: outcome ?? .completed)
    }

    /// Nil, and a problem of the file: it has more than three decimals.
    private static func gallons(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> Gallons? {
        let gallons = Gallons(form.decimal(key, in: value))
        if gallons == nil { form.fail(value.line(of: key), "'\(key)' has more than 3 decimals") }
        return gallons
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        guard let common else { return [] }
        return orders.map { DemoMessage("fuel-order/\($0.n)", .purchases, $0.message(common, in: content)) }
    }
}

extension DemoFuelOrders.Order {
    fileprivate func message(_ common: DemoFuelOrders.Common, in content: DemoContent) -> ImportFuelOrder {
        var message = ImportFuelOrder(
            orderId: OrderID(DemoID.fuelOrder(n)), paymentId: PaymentID(DemoID.fuelPayment(n)), userId: content.user(common.account),
            driverId: driver.map(content.user), truckId: truck.map { TruckID(DemoID.truck($0)) }, truckCode: truck.map { "T-\($0)" },
            vehicle: common.vehicle, areaId: ServiceAreaID(DemoID.serviceArea(common.area)),
            priceZoneId: PriceZoneID(DemoID.priceZone(common.zone)), location: common.location, address: common.address,
            fuelType: common.fuelType,
            terms: .init(mills: mills, tiers: common.tiers, deliveryFee: common.deliveryFee, salesTaxBps: common.salesTaxBps), tip: tip,
            windowId: TruckWindowID(DemoID.fuelWindow(n)), startsAt: window, endsAt: window + DemoFuelOrders.windowLength, placedAt: placed,
            outcome: outcome, endedAt: ended, gallons: gallons, meterStart: meter,
            card: PaidWith(method: "card", brand: "visa", last4: "4242"))
        message.customerName = content.name(of: common.account)
        return message
    }
}
