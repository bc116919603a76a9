import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// `POST /quotes`: what fuel for a vehicle costs at a place. Holds the price for a while, and nothing else.
package struct MakeFuelQuote<Orders: QuotedOrders>: Command {
    package static var type: MessageType { "orders.make-fuel-quote.v1" }
    let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package func handle(in tx: OrdersTransaction) throws -> Created<JSONValue> {
        let owner = try tx.user().userID
        let quoting = FuelQuoting<Orders>(tx)
        var reader = FormReader(form)
        let request = try quoting.request(&reader)
        try reader.finish()
        guard let request else { throw Rejection.invalid(["body": ["must be an object"]]) }
        let quote = try quoting.quote(request, for: owner, id: tx.newID())
        try tx.fuelQuotes.prune(unusedBefore: tx.now - .days(QuoteAge.unusedDays), usedBefore: tx.now - .days(QuoteAge.usedDays))
        try tx.fuelQuotes.insert(quote)
        return Created(quote.json(at: tx.now), at: "/quotes/\(quote.id)")
    }
}

/// How long quotes are kept.
enum QuoteAge {
    /// A phone that was offline for weeks hears that its quote expired, and what the order costs now.
    static let unusedDays = 30
    /// A repeated order hears that its quote was used.
    static let usedDays = 60
}
