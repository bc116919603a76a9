import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A handler of a message about claims, for the kinds that the service lists. It reads and writes itself as that message.
package protocol ClaimHandler: Command where Transaction == CatalogTransaction, Answer == NoContent {
    associatedtype Handled: Message
    var message: Handled { get }
    init(_ message: Handled)
}

extension ClaimHandler {
    package static var type: MessageType { Handled.type }
    package init(from decoder: any Decoder) throws { self.init(try Handled(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
}

extension ListingKindList {
    /// What decides about claims on a listing. Throws if the service no longer has its kind: an operator has to look at it.
    static func claimable(of listing: ListingReference) throws -> any Claimable.Type {
        guard let kind = claimable(listing.kind) else { throw UnknownKind(listing: listing) }
        return kind
    }
}

struct UnknownKind: Error, CustomStringConvertible {
    let listing: ListingReference
    var description: String { "nothing can be claimed of listings of the kind '\(listing.kind)' (\(listing.id))" }
}
