import CatalogKit
import CatalogServiceAreas
import Contracts
import Kernel
import ServiceKit

/// `GET /fuel-prices`: what fuel and its delivery cost at a place now. A fuel that cannot be ordered there is left out.
package struct FuelPricesAtPlace: Query {
    package static let type: MessageType = "catalog.fuel-prices-at-place.v1"
    let lat: Double?
    let lng: Double?
    let fuelType: String?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let place = check.place(lat: lat, lng: lng)
        if let fuelType, try view.fuelTypes.find(fuelType) == nil { check.fail("fuelType", "is not known") }
        try check.check()
        guard let place, let area = try view.serviceAreas.serving(place), let zone = try view.priceZones.find(area.priceZoneId) else {
            return JSONBody(capacity: 64) { (writer: inout JSONWriter) in
                writer.member("serviceable", false)
                writer.key("data")
                writer.raw("[]".utf8)
            }
        }
        let prices = try view.fuelTypes.all().filter { $0.active && (fuelType == nil || $0.code == fuelType) }
            .compactMap { try view.fuelPrices.inForce(zone.id, $0.code, at: view.now) }
        let currency = view.definition.currency
        return JSONBody { (writer: inout JSONWriter) in
            writer.member("serviceable", true)
            writer.member("areaId", area.id)
            writer.member("priceZoneId", zone.id)
            writer.member("asOf", view.now.wholeSeconds)
            zone.writeFees(in: currency, to: &writer)
            writer.member("data", array: prices) { writer, price in
                writer.object { writer in
                    writer.member("fuelType", price.fuelType)
                    writer.member("pricePerGallon", price.perGallon(in: currency))
                    writer.member("validFrom", price.validFrom.wholeSeconds)
                    writer.member("validUntil", price.validUntil?.wholeSeconds)
                    zone.writeTiers(to: &writer)
                }
            }
        }
    }
}
