import CatalogKit
import Contracts
import ServiceKit

/// An order asks for its quote.
extension ClaimQuote: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        try QuoteClaim(self, in: tx).run()
        return NoContent()
    }
}
