import CatalogKit
import Contracts
import Kernel

/// Finds places by address and addresses by place. It answers from what the service has, because queries wait for nobody: one that
/// asks a company is a list of addresses that the company delivered.
package protocol Geocoder: Sendable {
    /// The name in tenant files, below `settings.catalog.geocoder`.
    static var name: String { get }
    init()
    /// The best ones first; those that fit equally well in the order of their labels.
    /// - Parameter query: 3 to 120 characters as somebody typed them.
    func find(_ query: String, limit: Int, in view: CatalogView) throws -> [GeocodedAddress]
    /// The nearest address within so many metres.
    func nearest(to place: MicroPoint, within meters: Double, in view: CatalogView) throws -> GeocodedAddress?
}

/// Every geocoder a tenant may name.
package enum Geocoders {
    package static let all: [any Geocoder.Type] = [KnownAddressBook.self]

    package static func named(_ name: String) -> (any Geocoder.Type)? { all.first { $0.name == name } }
    static func of(_ definition: TenantDefinition) -> any Geocoder {
        let name = definition.settings["catalog"]?[ServiceAreasListing.geocoderPlace]?.string
        return (name.flatMap(named) ?? KnownAddressBook.self).init()
    }
}

/// An address and where it is.
package struct GeocodedAddress: Sendable, Equatable {
    package let line1: String
    package let city: String
    /// `US-FL`.
    package let region: String
    package let postalCode: String
    package let location: MicroPoint
    /// How much of the query it answers, 0 to 1.
    package let confidence: Double
    package init(line1: String, city: String, region: String, postalCode: String, location: MicroPoint, confidence: Double) {
        (self.line1, self.city, self.region, self.postalCode) = (line1, city, region, postalCode)
        (self.location, self.confidence) = (location, confidence)
    }

    /// As a letter has it: `1200 Brickell Ave, Miami, FL 33131`.
    package var label: String { "\(line1), \(city), \(region.split(separator: "-").last.map(String.init) ?? region) \(postalCode)" }
}
