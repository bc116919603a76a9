import CatalogKit
import Contracts
import Kernel
import ServiceKit

// What handlers about areas and price zones work with, over the rows of a message or a question.

extension CatalogScope {
    package var serviceAreas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    package var priceZones: PriceZoneStore { PriceZoneStore(database: database, tenant: tenant) }
    var knownAddresses: KnownAddressStore { KnownAddressStore(database: database, tenant: tenant) }
}

extension Validation {
    /// A place as query parameters name it, rounded to six decimals.
    package mutating func place(lat: Double?, lng: Double?) -> MicroPoint? {
        let latitude = degrees("lat", lat.map { .double($0) }, 90), longitude = degrees("lng", lng.map { .double($0) }, 180)
        guard let latitude, let longitude else { return nil }
        return MicroPoint(latitude: latitude, longitude: longitude)
    }
}
