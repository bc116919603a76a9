import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Seeding: the list of the geocoder that asks nobody.
extension ImportKnownAddresses: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        for (index, address) in addresses.enumerated() {
            guard let place = MicroPoint(address.location) else {
                throw Rejection.invalid(["addresses.\(index).location": ["is out of range"]])
            }
            try tx.knownAddresses.insert(GeocodedAddress(
                line1: address.line1, city: address.city, region: address.region, postalCode: address.postalCode, location: place,
                confidence: 1))
        }
        return NoContent()
    }
}
