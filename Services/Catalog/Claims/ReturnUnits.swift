import CatalogKit
import Contracts
import ServiceKit

/// Handles `ReturnStock`: returns what was sold, with or without the money paid for it.
package struct ReturnUnits<Kinds: ListingKindList>: ClaimHandler, Command {
    package let message: ReturnStock
    package init(_ message: ReturnStock) { self.message = message }

    package func handle(in tx: CatalogTransaction) throws -> NoContent {
        try Claims(tx).takeBack(message, of: try Kinds.claimable(of: message.listing))
        return NoContent()
    }
}
