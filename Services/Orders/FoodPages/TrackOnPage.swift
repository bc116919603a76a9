import Contracts
import Kernel
import Messaging
import OrdersFood
import OrdersKit
import OrdersPages
import ServiceKit

/// What the holder of a shared link sees: JSON for programs, a page for a browser that opens the link.
package struct TrackOnPage: Query {
    package static let type: MessageType = "orders.track-on-page.v1"
    package let token: String
    package let lang: String?

    package func answer(in view: OrdersView) throws -> NegotiatedPage {
        let language = PageLanguage.of(view, lang)
        let order = try TrackFoodOrder(token: token, language: language).answer(in: view)
        return try NegotiatedPage(order, in: view) {
            TrackingPage(order, words: .of(language), zone: try view.localZone()).markup
        }
    }
}
