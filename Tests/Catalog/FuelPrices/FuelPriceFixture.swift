import CatalogFuelPrices
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog of an app that brings fuel, with a zone, an area and four fuels.
/// The time is 2026-11-21 07:00 UTC, a Saturday, 02:00 in New York.
final class FuelPriceFixture {
    let shard: ShardHarness<Catalog>

    static let manager = Principal.user("tom", roles: ["pricing_manager"])
    static let zone: PriceZoneID = "zone-1"
    static let inside: JSONValue = ["lat": 25.7617, "lng": -80.1918]

    static func definition(_ settings: JSONValue = [:]) -> TenantDefinition {
        TenantDefinition(
            tenant: "fuel", name: "Fuel", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], phonePrefix: "+1",
            sandbox: true, roles: ["customer": ["orders:place"], "pricing_manager": ["pricing:manage", "areas:manage"]],
            plugins: ["catalog": ["service-areas", "fuel-prices", "vehicle-reference"]], settings: ["catalog": settings])
    }

    init(_ settings: JSONValue = [:]) throws {
        shard = try ShardHarness(definition: Self.definition(settings))
        let fuels: [(String, String, Int, Int?)] = [
            ("regular", "gasoline", 1, 87), ("midgrade", "gasoline", 2, 89), ("premium", "gasoline", 3, 93), ("diesel", "diesel", 1, nil),
        ]
        for (index, (code, family, grade, octane)) in fuels.enumerated() {
            try shard.receive(ImportFuelType(code: code, name: code.capitalized, family: family, grade: grade, octane: octane,
                                             position: index + 1))
        }
        try shard.receive(ImportPriceZone(
            priceZoneId: Self.zone, code: "downtown", name: "Downtown", deliveryFee: 499, asapFee: 500, salesTaxBps: 700,
            tiers: [FuelTier(minGallons: Gallons(thousandths: 15_000), discountMills: 30)], createdAt: shard.now))
        let corners = [(-80_320_000, 25_700_000), (-80_185_000, 25_700_000), (-80_185_000, 25_830_000), (-80_320_000, 25_830_000)]
        let ring = (corners + corners.prefix(1)).map { MicroPoint(x: $0.0, y: $0.1) }
        try shard.receive(ImportServiceArea(
            areaId: "area-1", code: "downtown", name: "Downtown", priceZoneId: Self.zone,
            geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: [ring])]), priority: 0, createdAt: shard.now))
    }

    @discardableResult
    func publish(_ mills: Int, _ fuel: String = "regular", from: Duration? = nil, until: Duration? = nil, confirm: Bool? = nil)
        throws -> Reply? {
        var form: [String: JSONValue] = ["zoneId": .string(Self.zone.rawValue), "fuelType": .string(fuel), "mills": .int(mills)]
        if let from { form["validFrom"] = .string((shard.now + from).description) }
        if let until { form["validUntil"] = .string((shard.now + until).description) }
        if let confirm { form["confirmJump"] = .bool(confirm) }
        return try shard.send(PublishPrice(.object(form)), as: Self.manager)
    }
    /// Mills of each fuel that can be ordered in the area now.
    func offered() throws -> [String: Int] {
        let data = try shard.ask(FuelPricesAtPlace.self, Self.inside).json["data"]?.array ?? []
        return Dictionary(data.map { ($0["fuelType"]?.string ?? "?", $0["pricePerGallon"]?["mills"]?.int ?? 0) }) { first, _ in first }
    }
    /// What watchers of the zone were told about a fuel: mills, nil for none.
    func told(_ fuel: String = "regular") throws -> [Int?] {
        try shard.published(FuelPriceChanged.self).filter { $0.fuelType == fuel }.map { $0.pricePerGallon?.mills }
    }
    func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }
}
