import Contracts
import Kernel
import ServiceKit

/// What differs between the things a catalog lists: an event with tickets, a restaurant with dishes, a fuel with its service area.
/// A kind is a value, linked in, mounted for the tenants whose file names it under `plugins.catalog`. Everything else about it is a
/// feature.
package protocol ListingKind: Sendable {
    /// The name in tenant files, in `ListingReference.kind` and in `resource.kind`.
    static var name: String { get }
    /// What it reads of a tenant's settings of this service.
    static var reads: [SettingsReading] { get }
    /// What a tenant's settings of this service must look like, as (dotted path, message).
    static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)]
    /// Its settings, for people.
    static var settingsReference: [SettingDescription] { get }
    /// What of it can be claimed; nil (the default): nothing.
    static var claimable: (any Claimable.Type)? { get }
}

extension ListingKind {
    package static var settingsReference: [SettingDescription] { [] }
    package static var claimable: (any Claimable.Type)? { nil }
    package static var declaration: PluginDeclaration { PluginDeclaration(name, reads: reads) { problems(inSettings: $0, of: $1) } }
}

/// The kinds a catalog consists of. The handlers of claims find the kind of a claim here, so they name none.
package protocol ListingKindList: Sendable {
    static var kinds: [any ListingKind.Type] { get }
}

extension ListingKindList {
    package static func claimable(_ kind: String) -> (any Claimable.Type)? {
        kinds.lazy.compactMap { $0.claimable }.first { $0.kind == kind }
    }
}
