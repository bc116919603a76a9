import Kernel
import ServiceKit

/// Areas and price zones, what serves a place, and addresses.
enum ServiceAreaRoutes {
    private static let plugin = ServiceAreasListing.name
    private static let area = ServiceAreaSchemas.area
    private static let zone = ServiceAreaSchemas.zone
    static let all: [Route] = areas + zones + addresses

    private static let areas: [Route] = [
        .get("/service-areas", ServiceAreas.self, access: .guest, plugin: plugin,
             summary: "Service areas, newest first; where a page would be too large, an area has no geometry on it",
             answer: .page(of: area)),
        .get("/service-areas/lookup", ServiceAreaLookup.self, access: .guest, plugin: plugin, query: ServiceAreaSchemas.place,
             summary: "The area that serves a place, or how far the nearest one is", answer: ServiceAreaSchemas.lookup,
             example: ["lat": "25.7617", "lng": "-80.1918"]).requiring("lat", "lng"),
        .get("/service-areas/{areaId}", ServiceAreaDetails.self, access: .guest, plugin: plugin, summary: "One service area", answer: area,
             refusals: ["404 not-found"]),
        .command("POST", "/service-areas", CreateServiceArea.self, access: .permission(ServiceAreaPermission.manageAreas), plugin: plugin,
                 body: .object(ServiceAreaSchemas.areaFields, required: ServiceAreaSchemas.areaRequired), summary: "Add a service area",
                 success: 201, answer: area, refusals: ["409 area-code-taken"],
                 example: ["code": "coral-gables", "name": "Coral Gables", "priceZoneId": "0c6f2d1e-8f4b-4c55-9a57-3f1a0d9c2b11",
                           "geometry": ["type": "Polygon", "coordinates": [
                               [[-80.29, 25.71], [-80.25, 25.71], [-80.25, 25.76], [-80.29, 25.76], [-80.29, 25.71]],
                           ]]])
            .checkedByHandler(),
        .command("PUT", "/service-areas/{areaId}", ChangeServiceArea.self, access: .permission(ServiceAreaPermission.manageAreas),
                 plugin: plugin, body: .object(ServiceAreaSchemas.areaFields), summary: "Change a service area; what is not sent stays",
                 answer: area, refusals: ["404 not-found", "409 area-code-taken"])
            .checkedByHandler(),
        .command("DELETE", "/service-areas/{areaId}", DeactivateServiceArea.self, access: .permission(ServiceAreaPermission.manageAreas),
                 plugin: plugin, summary: "Take a service area out of service; accepted orders are finished", success: 204,
                 refusals: ["404 not-found"]),
    ]
    private static let zones: [Route] = [
        .get("/price-zones", PriceZones.self, access: .guest, plugin: plugin, summary: "Price zones, newest first",
             answer: .page(of: zone)),
        .get("/price-zones/{zoneId}", PriceZoneDetails.self, access: .guest, plugin: plugin, summary: "One price zone", answer: zone,
             refusals: ["404 not-found"]),
        .command("POST", "/price-zones", CreatePriceZone.self, access: .permission(ServiceAreaPermission.managePrices), plugin: plugin,
                 body: .object(ServiceAreaSchemas.zoneFields, required: ServiceAreaSchemas.zoneRequired), summary: "Add a price zone",
                 success: 201, answer: zone, refusals: ["409 zone-code-taken"],
                 example: ["code": "coral-gables", "name": "Coral Gables", "salesTaxBps": 700,
                           "fees": ["delivery": ["amount": 499, "currency": "USD"], "asap": ["amount": 500, "currency": "USD"]],
                           "tiers": [["minGallons": 15, "discountMills": 30]]])
            .checkedByHandler(),
        .command("PUT", "/price-zones/{zoneId}", ChangePriceZone.self, access: .permission(ServiceAreaPermission.managePrices),
                 plugin: plugin, body: .object(ServiceAreaSchemas.zoneFields),
                 summary: "Change a price zone; what is not sent stays, and so do open quotes", answer: zone,
                 refusals: ["404 not-found", "409 zone-code-taken"])
            .checkedByHandler(),
    ]
    private static let addresses: [Route] = [
        .get("/geocode", Geocode.self, access: .guest, plugin: plugin, query: ["q": .string(Geocode.lengths)],
             summary: "Addresses that a text may mean, the best first, at most five", answer: ServiceAreaSchemas.addresses,
             example: ["q": "1200 brickell"]),
        .get("/geocode/reverse", ReverseGeocode.self, access: .guest, plugin: plugin, query: ServiceAreaSchemas.place,
             summary: "The known address at a place, within 150 metres", answer: ServiceAreaSchemas.addresses,
             example: ["lat": "25.7617", "lng": "-80.1918"]).requiring("lat", "lng"),
    ]
}
