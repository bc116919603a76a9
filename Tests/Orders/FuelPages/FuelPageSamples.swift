import Kernel
import OrdersFuelPages

/// Orders, drivers and areas as pages meet them.
enum FuelPageSamples {
    static func time(_ text: String) -> Timestamp { Timestamp(text) ?? .distantPast }
    static let now = time("2026-11-24T12:40:00Z")

    /// A rectangle with a hole, as the middle of the city around its airport.
    static let core = AreaMap.Area(name: "Miami Core", geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: [
        ring(west: -80.32, south: 25.70, east: -80.185, north: 25.83), ring(west: -80.31, south: 25.78, east: -80.26, north: 25.805),
    ])]))
    static let beach = AreaMap.Area(name: "Miami Beach", geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: [
        ring(west: -80.15, south: 25.76, east: -80.115, north: 25.875),
    ])]))
    private static func ring(west: Double, south: Double, east: Double, north: Double) -> [MicroPoint] {
        [(west, south), (east, south), (east, north), (west, north), (west, south)].compactMap {
            MicroPoint(latitude: $0.1, longitude: $0.0)
        }
    }

    /// States that the golden pages show; people read the files before they are kept.
    static let states: [(name: String, order: TrackedOrder)] = [
        ("pending", order("pending")), ("scheduled", order("scheduled")),
        ("assigned", order("assigned") { $0.driver = driver(at: nil) }),
        ("en-route", order("en_route") {
            $0.driver = driver(at: GeoPoint(lat: 25.7801, lng: -80.2122))
            $0.arrival = TrackedOrder.Arrival(at: now + .seconds(424), seconds: 424, meters: 2915)
        }),
        ("stale", order("fueling") { $0.driver = driver(at: GeoPoint(lat: 25.762, lng: -80.1918), isStale: true) }),
        ("asap", order("scheduled", isAsap: true)),
        ("completed", order("completed") {
            $0.captured = Money(5030, .usd)
            $0.receiptNumber = "AF-2026-000123"
        }),
        ("failed", order("failed") { $0.failure = "customer-absent" }), ("cancelled", order("cancelled")),
        ("hostile", order("scheduled", vehicle: "<script>alert(1)</script>\u{202E}\"'&", address: "<img src=x onerror=alert(1)>")),
    ]

    static func order(_ status: String, vehicle: String = "Toyota Camry", address: String? = "401 Biscayne Blvd, Miami",
                      isAsap: Bool = false,
                      _ change: (inout TrackedOrder) -> Void = { _ in }) -> TrackedOrder {
        var order = TrackedOrder(
            id: "o-1", number: "AF10042", status: status, version: 7, isAsap: isAsap, startsAt: time("2026-11-24T12:00:00Z"),
            endsAt: time("2026-11-24T14:00:00Z"), promisedBy: time("2026-11-24T14:00:00Z"), vehicle: vehicle, fuelType: "regular",
            place: GeoPoint(lat: 25.7617, lng: -80.1918), address: address, authorized: Money(6202, .usd))
        order.area = core
        change(&order)
        return order
    }
    private static func driver(at point: GeoPoint?, isStale: Bool = false) -> TrackedOrder.Driver {
        TrackedOrder.Driver(firstName: "Luis", truckCode: "T-101", point: point, isStale: isStale)
    }

    static func board(hostile: Bool = false) -> DispatchBoard {
        let name = hostile ? "<img src=x onerror=alert(1)>\u{200B}" : "Luis"
        return DispatchBoard(
            orders: [
                job("1", "scheduled", .waiting, GeoPoint(lat: 25.7617, lng: -80.1918)),
                job("2", "pending", .waiting, GeoPoint(lat: 25.8101, lng: -80.1311), fuel: "premium", area: "beach"),
                job("3", "scheduled", .waiting, GeoPoint(lat: 25.72, lng: -80.30), startsAt: time("2026-11-24T16:00:00Z"), fuel: "diesel"),
                job("4", "assigned", .assigned, GeoPoint(lat: 25.75, lng: -80.25), driver: name),
                job("5", "en_route", .active, GeoPoint(lat: 25.74, lng: -80.20), driver: name, flags: ["arrival_override"]),
                job("6", "fueling", .active, GeoPoint(lat: 25.8, lng: -80.22), driver: "Aisha"),
            ],
            total: 6,
            drivers: [
                DispatchBoard.Driver(id: "luis", firstName: name, truckCode: "T-101", areaId: "core",
                                     fuels: ["regular", "premium"], jobs: 2,
                                     point: GeoPoint(lat: 25.7801, lng: -80.2122), seenAt: now - .seconds(30)),
                DispatchBoard.Driver(id: "aisha", firstName: "Aisha", truckCode: "T-201", areaId: "beach", fuels: ["regular"], jobs: 1,
                                     point: nil, seenAt: nil),
            ],
            areas: [("core", core), ("beach", beach)], now: now)
    }
    private static func job(_ id: String, _ status: String, _ lane: DispatchBoard.Lane, _ place: GeoPoint,
                            startsAt: Timestamp = time("2026-11-24T13:00:00Z"), fuel: String = "regular", area: String = "core",
                            driver: String? = nil, flags: [String] = []) -> DispatchBoard.Order {
        DispatchBoard.Order(
            id: "o-\(id)", number: "AF1004\(id)", version: 3, status: status, lane: lane, isAsap: false, startsAt: startsAt,
            endsAt: startsAt + .hours(2), promisedBy: startsAt + .hours(2), fuelType: fuel, gallons: "15.800",
            vehicle: "Silver Toyota Camry", place: place, address: "401 Biscayne Blvd, Miami", areaId: area,
            driverId: driver == nil ? nil : "luis", driver: driver,
            truckCode: driver == nil ? nil : "T-101", flags: flags)
    }
}
