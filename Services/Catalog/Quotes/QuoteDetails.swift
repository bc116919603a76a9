import CatalogKit
import CatalogMeals
import Contracts
import Kernel
import ServiceKit

/// `GET /quotes/{quoteId}`: the quote as it was made, for its maker and for a day.
package struct QuoteDetails: Query {
    package static let type: MessageType = "catalog.quote-details.v1"
    let quoteId: QuoteID

    package func answer(in view: CatalogView) throws -> JSONBody {
        let user = try view.user().userID
        guard let quote = try view.quotes.find(quoteId), quote.isShown(to: user, at: view.now) else { throw Rejection.notFound }
        return QuotePresenter.body(quote, languages: view.languages)
    }
}
