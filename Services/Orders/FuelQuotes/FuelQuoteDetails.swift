import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// One of the caller's own quotes.
package struct FuelQuoteDetails: Query {
    package static let type: MessageType = "orders.fuel-quote-details.v1"
    let quoteId: QuoteID

    package func answer(in view: OrdersView) throws -> JSONValue {
        try view.fuelQuotes.require(quoteId, of: view.user().userID).json(at: view.now)
    }
}
