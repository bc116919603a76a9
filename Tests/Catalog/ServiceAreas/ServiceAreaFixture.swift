import CatalogKit
import CatalogServiceAreas
import CatalogService
import Contracts
import Kernel
import Messaging
import ServiceKit
import TestKit

/// One shard of the catalog of an app that brings fuel.
final class ServiceAreaFixture {
    let shard: ShardHarness<Catalog>
    static let manager = Principal.user("tom", roles: ["pricing_manager"])

    static func definition(_ tenant: TenantID = "fuel") -> TenantDefinition {
        TenantDefinition(tenant: tenant, name: "Fuel", currency: .usd, timezone: "America/New_York", languages: ["en", "es"],
                         phonePrefix: "+1", sandbox: true,
                         roles: ["customer": ["orders:place"], "pricing_manager": ["pricing:manage", "areas:manage"]],
                         plugins: ["catalog": ["service-areas"]])
    }
    init() throws { shard = try ShardHarness(definition: Self.definition()) }

    // MARK: - What is sent

    static let miami: JSONValue = ["type": "Polygon", "coordinates": [
        [[-80.32, 25.70], [-80.185, 25.70], [-80.185, 25.83], [-80.32, 25.83], [-80.32, 25.70]],
        [[-80.31, 25.78], [-80.26, 25.78], [-80.26, 25.805], [-80.31, 25.805], [-80.31, 25.78]],
    ]]
    static func square(_ west: Double, _ south: Double, _ side: Double) -> JSONValue {
        func point(_ x: Double, _ y: Double) -> JSONValue { [.double(x), .double(y)] }
        return ["type": "Polygon", "coordinates": [[point(west, south), point(west + side, south), point(west + side, south + side),
                                                    point(west, south + side), point(west, south)]]]
    }
    static func usd(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "USD"] }
    static func zone(_ code: String = "core") -> JSONValue {
        ["code": .string(code), "name": "Core", "salesTaxBps": 700, "fees": ["delivery": usd(499), "asap": usd(500)],
         "tiers": [["minGallons": 15, "discountMills": 30], ["minGallons": 30, "discountMills": 60]]]
    }
    /// - Parameter others: further fields, or other values of these.
    static func area(_ code: String, _ zone: PriceZoneID, _ geometry: JSONValue = miami, _ others: [String: JSONValue] = [:]) -> JSONValue {
        .object(["code": .string(code), "name": "Miami Core", "priceZoneId": .string(zone.rawValue), "geometry": geometry]
            .merging(others) { _, other in other })
    }

    // MARK: - What is there

    func addZone(_ form: JSONValue = zone()) throws -> PriceZoneID {
        PriceZoneID(try shard.send(CreatePriceZone(form), as: Self.manager)?.json["id"]?.string ?? "none")
    }
    func add(_ form: JSONValue) throws -> ServiceAreaID {
        ServiceAreaID(try shard.send(CreateServiceArea(form), as: Self.manager)?.json["id"]?.string ?? "none")
    }
    func lookup(_ lat: Double, _ lng: Double) throws -> JSONValue {
        try shard.ask(ServiceAreaLookup.self, ["lat": .double(lat), "lng": .double(lng)]).json
    }
    func errors(_ reply: Reply?) -> Set<String> { Set(reply?.json["errors"]?.object?.keys.map { $0 } ?? []) }
}
