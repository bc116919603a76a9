import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Areas that are served, by apps that bring something to a place.
package enum ServiceAreasListing: ListingKind {
    package static let name = "service-areas"
    /// Where the name of the geocoder stands below `settings.catalog`.
    static let geocoderPlace = "geocoder"
    package static let reads: [SettingsReading] = [.names([geocoderPlace])]

    private static var geocoders: String { Geocoders.all.map { $0.name }.joined(separator: ", ") }

    package static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)] {
        guard let value = settings[geocoderPlace] else { return [] }
        guard let name = value.string, Geocoders.named(name) != nil else { return [(geocoderPlace, "must be one of \(geocoders)")] }
        return []
    }
    package static let settingsReference: [SettingDescription] = [
        .init(geocoderPlace, "Who finds places by address and addresses by place", "one of \(geocoders)", usual: KnownAddressBook.name),
    ]
}

/// Permissions about areas and prices, as tenant files name them.
package enum ServiceAreaPermission {
    package static let manageAreas = "areas:manage"
    package static let managePrices = "pricing:manage"
}
