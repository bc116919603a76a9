import Contracts
import Kernel
import ServiceKit

extension DemoNumber.Kind {
    public static let priceZone = Self("price zone")
    public static let serviceArea = Self("service area")
}

extension DemoID {
    public static func priceZone(_ n: Int) -> String { id("0000c1" + digits(n, 6)) }
    public static func serviceArea(_ n: Int) -> String { id("0000c2" + digits(n, 6)) }
}

/// `areas.yml`: price zones, service areas, and the addresses that the geocoder knows.
public struct DemoServiceAreas: DemoReader {
    public static let file = "areas.yml"
    public static let keys = ["zones", "areas", "addresses"]
    private let zones: [(n: Int, zone: ImportPriceZone)]
    private let areas: [(n: Int, area: ImportServiceArea)]
    private let addresses: [ImportKnownAddresses.Address]

    public init(_ form: DemoForm) {
        zones = form.list("zones", in: form.root).map { value in
            form.allow(["n", "code", "name", "delivery", "asap", "tax", "tiers"], in: value, what: "a price zone")
            let n = form.own(of: .priceZone, in: value)
            let tiers = form.list("tiers", in: value).map { tier in
                form.allow(["gallons", "mills"], in: tier, what: "a tier")
                return FuelTier(minGallons: Gallons(thousandths: 1000 * form.number("gallons", in: tier)),
                                discountMills: form.number("mills", in: tier))
            }
            return (n, ImportPriceZone(
                priceZoneId: PriceZoneID(DemoID.priceZone(n)), code: form.text("code", in: value), name: form.text("name", in: value),
                deliveryFee: form.number("delivery", in: value), asapFee: form.number("asap", in: value),
                salesTaxBps: form.number("tax", in: value), tiers: tiers, createdAt: Self.opening(n, form)))
        }
        areas = form.list("areas", in: form.root).map { Self.area($0, form) }
        addresses = form.list("addresses", in: form.root).map { value in
            form.allow(["line1", "city", "region", "postalCode", "latitude", "longitude"], in: value, what: "an address")
            return ImportKnownAddresses.Address(
                line1: form.text("line1", in: value), city: form.text("city", in: value), region: form.text("region", in: value),
                postalCode: form.text("postalCode", in: value),
                location: GeoPoint(lat: form.decimal("latitude", in: value), lng: form.decimal("longitude", in: value)))
        }
    }

    /// Lists are newest first, so the first of the file comes last into the world.
    private static func opening(_ n: Int, _ form: DemoForm) -> Timestamp { form.time.seededAt.wholeSeconds - .days(200) - .hours(n) }

    private static func area(_ value: YAMLFile.Value, _ form: DemoForm) -> (n: Int, area: ImportServiceArea) {
        form.allow(["n", "code", "name", "zone", "priority", "rectangle", "hole"], in: value, what: "a service area")
        let n = form.own(of: .serviceArea, in: value)
        let rings = [ring("rectangle", value, form)] + (value["hole"] == nil ? [] : [ring("hole", value, form)])
        return (n, ImportServiceArea(
            areaId: ServiceAreaID(DemoID.serviceArea(n)), code: form.text("code", in: value), name: form.text("name", in: value),
            priceZoneId: PriceZoneID(DemoID.priceZone(form.reference("zone", to: .priceZone, in: value))),
            geometry: AreaGeometry(.polygon, [PlanarPolygon(rings: rings)]), priority: form.number("priority", in: value, default: 0),
            createdAt: opening(n, form)))
    }
    /// `{ south: 25.70, north: 25.83, west: -80.32, east: -80.185 }`, counterclockwise.
    private static func ring(_ key: String, _ value: YAMLFile.Value, _ form: DemoForm) -> [MicroPoint] {
        guard let box = value[key] else {
            form.fail(value.line, "'\(key)' is missing")
            return []
        }
        form.allow(["south", "north", "west", "east"], in: box, what: "a rectangle")
        let (south, north) = (form.decimal("south", in: box), form.decimal("north", in: box))
        let (west, east) = (form.decimal("west", in: box), form.decimal("east", in: box))
        let corners = [(south, west), (south, east), (north, east), (north, west), (south, west)]
        return corners.compactMap { corner in
            let point = MicroPoint(latitude: corner.0, longitude: corner.1)
            if point == nil { form.fail(box.line, "a corner is not on earth") }
            return point
        }
    }

    public func messages(in content: DemoContent) -> [DemoMessage] {
        let known = addresses.isEmpty ? [] : [DemoMessage("known-addresses", .offers, ImportKnownAddresses(addresses: addresses))]
        // An area names its zone, so it comes after it.
        return zones.map { DemoMessage("price-zone/\($0.n)", .offers, $0.zone) }
            + areas.map { DemoMessage("service-area/\($0.n)", .offers, $0.area) } + known
    }
}
