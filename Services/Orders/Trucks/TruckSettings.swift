import Contracts
import Kernel
import ServiceKit

/// `settings.orders.trucks` of a tenant. Everything has a default; the tenant file was checked when it was applied.
package struct TruckSettings: Decodable, Sendable, Equatable {
    /// Accounts whose roles have this permission are drivers.
    package static let drive = "deliveries:drive"
    /// Dispatchers.
    package static let manage = "dispatch:manage"

    /// Which `ArrivalEstimator` says when a driver arrives.
    package var eta = StraightLineEstimator.name

    package init() {}
    package init(_ definition: TenantDefinition) {
        guard let own = definition.settings[ServiceName("orders").rawValue]?["trucks"] else { return }
        if let read = try? own.decoded(as: TruckSettings.self) { self = read }
    }
    private enum CodingKeys: String, CodingKey { case eta }
    package init(from decoder: any Decoder) throws {
        eta = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .eta) ?? eta
    }

    /// What a workflow with trucks adds to what it reads of the settings.
    package static let reads: [SettingsReading] = [.values(TruckSettings.self, at: "trucks")]
    /// Problems as (path, message), for the workflow's own check.
    package static func problems(in settings: JSONValue) -> [(path: String, message: String)] {
        guard let own = settings["trucks"] else { return [] }
        do {
            let read = try own.decoded(as: TruckSettings.self)
            guard ArrivalEstimators.named(read.eta) == nil else { return [] }
            return [("trucks.eta", "must be one of \(ArrivalEstimators.all.map { $0.name }.joined(separator: ", "))")]
        } catch { return SettingsProblem.of(error, at: "trucks") }
    }
    /// For docs/tenants.md, added to the workflow's own descriptions.
    package static let reference: [SettingDescription] = [
        .init("trucks.eta", "What computes when a driver arrives", ArrivalEstimators.all.map { $0.name }.joined(separator: " or "),
              usual: TruckSettings().eta),
    ]
}
