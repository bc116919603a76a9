import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// What the app of a tenant that delivers fuel is told: `settings.catalog.fuelApp` of the tenant file.
package struct FuelAppSettings: Decodable, Sendable {
    package struct Versions: Decodable, Sendable {
        package let ios: String
        package let android: String

        private enum Key: String, CodingKey { case ios, android }
        package init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            ios = try values.decodeIfPresent(String.self, forKey: .ios) ?? FuelAppSettings.firstVersion
            android = try values.decodeIfPresent(String.self, forKey: .android) ?? FuelAppSettings.firstVersion
        }
        init() { (ios, android) = (FuelAppSettings.firstVersion, FuelAppSettings.firstVersion) }
    }
    /// Older versions of the app ask to be updated.
    package let minAppVersion: Versions
    package let supportPhone: String?

    private enum Key: String, CodingKey { case minAppVersion, supportPhone }
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        minAppVersion = try values.decodeIfPresent(Versions.self, forKey: .minAppVersion) ?? Versions()
        supportPhone = try values.decodeIfPresent(String.self, forKey: .supportPhone)
    }
    static let place = "fuelApp"
    private static let firstVersion = "1.0.0"

    package static func of(_ definition: TenantDefinition) throws -> FuelAppSettings {
        try definition.settings(of: "catalog") {
            try ($0.settings["catalog"]?[place] ?? .object([:])).decoded(as: FuelAppSettings.self)
        }
    }
}
