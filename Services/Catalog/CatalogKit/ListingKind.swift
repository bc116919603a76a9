import Contracts
import Kernel
import Messaging
import ServiceKit

/// What differs between the things a catalog lists: an event with tickets, a restaurant with dishes, a fuel with its service area.
/// A kind is a value, linked in, mounted for the tenants whose file names it under `plugins.catalog`.
package protocol ListingKind: Sendable {
    /// What is listed, with its attributes.
    associatedtype Listing: Sendable
    /// What of it can be claimed: ticket types, dishes, litres.
    associatedtype Offer: Sendable
    /// Somebody's wish to claim some of it.
    associatedtype Request: Sendable
    /// What a tenant decides about the kind.
    associatedtype Settings: Sendable

    /// The name in tenant files and in `resource.kind`.
    static var name: String { get }
    /// What it reads of a tenant's settings of this service.
    static var reads: [SettingsReading] { get }
    /// What a tenant's settings of this service must look like, as (dotted path, message).
    static func problems(inSettings settings: JSONValue, of definition: TenantDefinition) -> [(path: String, message: String)]
    /// Field → what is wrong, for a listing that is to become public.
    static func problems(toPublish listing: Listing, offers: [Offer], now: Timestamp) -> [String: [String]]
    /// The words it is found by.
    static func searchDocument(of listing: Listing, organizer: String, settings: Settings) -> SearchDocument
    /// What can be claimed of it now, in units.
    static func available(_ listing: Listing, offers: [Offer], now: Timestamp) -> Int
    /// The lines a request claims, after all rules of the kind. Throws the first refusal.
    static func claimLines(for request: Request) throws(Rejection) -> [Claim.Line]
}

extension ListingKind {
    package static var declaration: PluginDeclaration { PluginDeclaration(name, reads: reads) { problems(inSettings: $0, of: $1) } }
}
