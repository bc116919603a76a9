import Contracts
import Kernel
import Testing

/// Daniel's orders, as the product document lists them.
@Suite("Demo data of fuel: orders that ended")
struct DemoFuelOrdersTests {
    private let orders: [ImportFuelOrder]
    private let vehicles: [ImportVehicle]
    private let prices: [ImportFuelPrices]
    private let seededAt = DemoFuelPricesTests.seededAt

    init() throws {
        let messages = try DemoFuelPricesTests.loaded.get()
        orders = messages.compactMap { $0 as? ImportFuelOrder }
        vehicles = messages.compactMap { $0 as? ImportVehicle }
        prices = messages.compactMap { $0 as? ImportFuelPrices }
    }

    @Test("25 orders in 90 days: 22 delivered, 2 cancelled, 1 without anybody at the car; the oldest comes first")
    func outcomes() {
        let counts = Dictionary(grouping: orders, by: \.outcome).mapValues(\.count)
        #expect(counts == [.completed: 22, .cancelled: 2, .absent: 1])
        #expect(orders.map(\.placedAt) == orders.map(\.placedAt).sorted())
        // Messages about them have expired by then.
        #expect(orders.allSatisfy { $0.placedAt > seededAt - .days(90) && $0.endedAt < seededAt - .days(8) })
        #expect(Set(orders.map(\.orderId)).count == 25 && Set(orders.map(\.paymentId)).count == 25)
        #expect(Set(orders.map(\.customerName)) == ["Daniel Cho"])
    }

    @Test("Each is for the customer's own vehicle, at the price of its day, within its tank and its window")
    func plausible() throws {
        for order in orders {
            let vehicle = try #require(vehicles.first { $0.vehicleId == order.vehicle.vehicleId })
            #expect((vehicle.userId, vehicle.make, vehicle.model, vehicle.plateNumber)
                == (order.userId, order.vehicle.make, order.vehicle.model, order.vehicle.plateNumber))
            #expect(vehicle.tankCapacityGallons == order.vehicle.tankCapacityGallons && vehicle.fuelType == order.fuelType)
            let history = try #require(prices.first { $0.priceZoneId == order.priceZoneId && $0.fuelType == order.fuelType }).prices
            #expect(history.last { $0.validFrom <= order.placedAt }?.mills == order.terms.mills, "\(order.orderId)")
            #expect((order.driverId == nil) == (order.outcome == .cancelled) && (order.gallons == nil) == (order.outcome != .completed))
            if let gallons = order.gallons { #expect(gallons > .zero && gallons < order.vehicle.tankCapacityGallons) }
            if order.outcome != .cancelled { #expect(order.startsAt < order.endedAt && order.endedAt < order.endsAt) }
        }
    }

    @Test("Meters of trucks only go up")
    func meters() {
        for (_, jobs) in Dictionary(grouping: orders.filter { $0.gallons != nil }, by: \.truckId) {
            for (earlier, later) in zip(jobs, jobs.dropFirst()) {
                guard let start = earlier.meterStart, let gallons = earlier.gallons, let next = later.meterStart else { continue }
                #expect(start.thousandths + gallons.thousandths <= next.thousandths)
            }
        }
    }
}
