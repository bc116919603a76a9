import Contracts
import Kernel
import Messaging
import SchedulingService
import SchedulingTruckWindows
import ServiceKit
import TestKit
import Testing

/// A scheduling shard with two areas side by side: "core" (07:00 to 21:00, two hours, cutoff one hour) with two trucks, "night" (always)
/// with one. It is Monday, 2026-11-23, 07:00 in New York.
struct WindowDepot {
    let shard: ShardHarness<Scheduling>
    static let now = Timestamp(secondsSinceEpoch: 1_795_435_200)
    static let dispatcher = Principal.user("priya", roles: ["dispatcher"])
    static let definition = TenantDefinition(
        tenant: "tank", name: "Tank", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], sandbox: true,
        roles: ["dispatcher": ["dispatch:manage"], "customer": []], plugins: ["scheduling": ["truck-windows"]])
    static let core: ServiceAreaID = "area-core"
    static let night: ServiceAreaID = "area-night"
    static let week: JSONValue = .object(Dictionary(Weekday.allCases.map { ($0.rawValue, [["07:00", "21:00"]]) }) { first, _ in first })

    init() throws {
        shard = try ShardHarness(Scheduling.self, definition: Self.definition, now: Self.now)
        for fuel in ["regular", "premium", "diesel", "midgrade"] { try hear(fuel: fuel) }
        try hear(area: Self.core, west: -80_300_000)
        try hear(area: Self.night, west: -80_200_000)
        try hear(truck: "truck-1", "T-101", ["regular", "premium"])
        try hear(truck: "truck-2", "T-102", ["regular", "midgrade", "diesel"])
        try hear(truck: "truck-4", "T-401", ["regular"])
        #expect(try setSchedule(Self.core, ["weekly": Self.week, "windowMinutes": 120, "cutoffMinutes": 60])?.status == 200)
        let always = Dictionary(Weekday.allCases.map { ($0.rawValue, [["00:00", "24:00"]] as JSONValue) }) { first, _ in first }
        #expect(try setSchedule(Self.night, ["weekly": .object(always), "windowMinutes": 120, "cutoffMinutes": 60])?.status == 200)
        #expect(try setRoster("truck-1", [Self.row(Self.core, 4)])?.status == 200)
        #expect(try setRoster("truck-2", [Self.row(Self.core, 3)])?.status == 200)
        #expect(try setRoster("truck-4", [Self.row(Self.night, 6)])?.status == 200)
        try shard.markSeen()
    }

    static func row(_ area: ServiceAreaID, _ stops: Int, _ days: [String] = Weekday.allCases.map(\.rawValue)) -> JSONValue {
        ["areaId": .string(area.rawValue), "weekdays": .array(days.map { .string($0) }), "stopsPerWindow": .int(stops)]
    }

    // MARK: - News

    func hear(fuel: String) throws {
        try shard.receive(FuelTypeChanged(code: fuel, name: fuel, family: "gasoline", grade: 1, octane: 87, active: true))
    }
    /// A tenth of a degree wide, from 25.7 to 25.8 north.
    func hear(area: ServiceAreaID, west: Int, priority: Int = 0, active: Bool = true) throws {
        let corners = [(0, 0), (100_000, 0), (100_000, 100_000), (0, 100_000), (0, 0)]
        let ring = corners.map { MicroPoint(x: west + $0.0, y: 25_700_000 + $0.1) }
        try shard.receive(ServiceAreaChanged(
            areaId: area, code: area.rawValue, name: "Area", priceZoneId: "zone",
            geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: [ring])]), priority: priority, active: active, createdAt: Self.now,
            updatedAt: shard.now))
    }
    func hear(truck: TruckID, _ code: String, _ fuels: [String]) throws {
        let compartments = fuels.map { TruckCompartment(fuelType: $0, capacityGallons: Gallons(thousandths: 400_000)) }
        try shard.receive(TruckChanged(truckId: truck, code: code, plate: "TRK 1", areaId: Self.core, compartments: compartments,
                                       changedAt: shard.now))
    }

    // MARK: - Staff

    private func send(_ type: MessageType, _ body: JSONValue, _ principal: Principal?, _ id: String?) throws -> Reply? {
        try shard.send(raw: String(decoding: JSON.encode(body), as: UTF8.self), type: type, as: principal, id: id)
    }
    /// Nil: the answer waits.
    func setSchedule(_ area: ServiceAreaID, _ form: JSONValue, as principal: Principal? = dispatcher, id: String? = nil) throws -> Reply? {
        let body = (form.object ?? [:]).merging(["areaId": .string(area.rawValue)]) { $1 }
        return try send(SetAreaSchedule.type, .object(body), principal, id)
    }
    func setRoster(_ truck: TruckID, _ rows: [JSONValue], as principal: Principal? = dispatcher, id: String? = nil) throws -> Reply? {
        try send(SetTruckRoster.type, ["truckId": .string(truck.rawValue), "roster": .array(rows)], principal, id)
    }

    // MARK: - Customers

    /// What is shown in the middle of "core", or `east` degrees from there.
    func windows(_ fuel: String = "regular", date: String? = nil, east: Double = 0) throws -> Reply {
        var query: [String: JSONValue] = ["lat": 25.75, "lng": .double(-80.25 + east), "fuelType": .string(fuel)]
        if let date { query["date"] = .string(date) }
        return try shard.ask(WindowsOfPlace.self, .object(query))
    }
    func window(_ localStart: String, date: String? = nil, fuel: String = "regular", east: Double = 0) throws -> JSONValue {
        let all = try windows(fuel, date: date, east: east).json["data"]?.array ?? []
        return try #require(all.first { $0["localStart"]?.string == localStart })
    }
    func remaining(_ localStart: String, fuel: String = "regular", date: String? = nil) throws -> Int? {
        try window(localStart, date: date, fuel: fuel)["remaining"]?.int
    }
    func id(_ localStart: String, date: String? = nil, east: Double = 0) throws -> TruckWindowID {
        TruckWindowID(try #require(try window(localStart, date: date, east: east)["id"]?.string))
    }

    // MARK: - Orders

    static let hold: Duration = .minutes(20)
    func claim(_ claim: ClaimID, _ window: TruckWindowID?, fuel: String = "regular", area: ServiceAreaID = core,
               receivedAt: Timestamp? = nil) throws {
        try shard.receive(ClaimWindow(claimId: claim, orderId: Self.order(claim), areaId: area, windowId: window, fuelType: fuel,
                                      receivedAt: receivedAt ?? shard.now, expiresAt: shard.now + Self.hold))
    }
    func confirm(_ claim: ClaimID) throws { try shard.receive(ConfirmWindow(claimId: claim, orderId: Self.order(claim))) }
    func release(_ claim: ClaimID) throws { try shard.receive(ReleaseWindow(claimId: claim, orderId: Self.order(claim))) }
    static func order(_ claim: ClaimID) -> OrderID { OrderID("order-of-\(claim)") }

    /// The answers since the last look.
    func claimed() throws -> [WindowClaimed] {
        defer { try? shard.markSeen() }
        return try shard.published(WindowClaimed.self)
    }
    func refused() throws -> [WindowRefused] {
        defer { try? shard.markSeen() }
        return try shard.published(WindowRefused.self)
    }
    func told() throws -> [String] {
        defer { try? shard.markSeen() }
        return try shard.publishedTypes().map { String($0.dropFirst("scheduling.".count).dropLast(".v1".count)) }
    }
}
