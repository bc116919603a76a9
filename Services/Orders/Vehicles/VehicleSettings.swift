import Contracts
import Kernel
import ServiceKit

/// `settings.orders.vehicles` of a tenant. Everything has a default.
package struct VehicleSettings: Sendable {
    /// Of one person.
    package var vehiclesMax = 20
    package var addressesMax = 20
    package var verifier: any PlateVerifier.Type = PlateVerifiers.usual

    package static let place = "vehicles"
    /// What a workflow with vehicles declares among its own settings.
    package static let reads: [SettingsReading] = [.names([place])]
    package static let reference: [SettingDescription] = [
        SettingDescription("\(place).vehiclesMax", "Vehicles of one person", 1...100, "vehicles", usual: 20),
        SettingDescription("\(place).addressesMax", "Addresses of one person", 1...100, "addresses", usual: 20),
        SettingDescription("\(place).plateVerifier", "Who says whether a plate belongs to a vehicle",
                           PlateVerifiers.all.map { $0.name }.joined(separator: ", "), usual: PlateVerifiers.usual.name),
    ]
    private static let counts: [String: WritableKeyPath<VehicleSettings, Int> & Sendable] = [
        "vehiclesMax": \.vehiclesMax, "addressesMax": \.addressesMax,
    ]
    private static let range = 1...100

    package init(_ definition: TenantDefinition) {
        guard let own = definition.settings[ServiceName("orders").rawValue]?[Self.place] else { return }
        for (name, path) in Self.counts { if let value = own[name]?.int { self[keyPath: path] = value } }
        if let named = own["plateVerifier"]?.string.flatMap({ PlateVerifiers.named($0) }) { verifier = named }
    }

    /// Problems of the settings as (path, message).
    package static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings[place] else { return [] }
        guard let members = own.object else { return [(place, "must be an object")] }
        return members.sorted { $0.key < $1.key }.compactMap { name, value in
            if name == "plateVerifier" {
                guard value.string.flatMap({ PlateVerifiers.named($0) }) == nil else { return nil }
                return ("\(place).\(name)", "must be one of \(PlateVerifiers.all.map { $0.name }.joined(separator: ", "))")
            }
            guard counts[name] != nil else { return ("\(place).\(name)", "is not a setting of vehicles") }
            guard value.int.map(range.contains) != true else { return nil }
            return ("\(place).\(name)", "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
    }
}
