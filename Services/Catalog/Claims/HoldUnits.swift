import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Handles `PlaceClaim`: holds what the lines name, for any kind of listing.
package struct HoldUnits<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: PlaceClaim
    package init(_ message: PlaceClaim) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try Claims(tx).place(message, of: try Kinds.claimable(of: message.listing))
        return NoContent()
    }
}
