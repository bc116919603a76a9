import Contracts
import Kernel
import Messaging
import OrdersFood
import OrdersKit
import ServiceKit

/// What the holder of a shared link sees: JSON for programs, a page for a browser that opens the link.
package struct TrackOnPage: Query {
    package static let type: MessageType = "orders.track-on-page.v1"
    package let token: String
    package let lang: String?

    package func answer(in view: OrdersView) throws -> TrackedOrder {
        let order = try TrackFoodOrder(token: token).answer(in: view)
        guard view.context.envelope.attributes["accept"]?.contains("text/html") == true else { return TrackedOrder(json: order) }
        let page = TrackingPage(order, words: .of(FoodPageLanguage.of(view, lang)), zone: try view.localZone())
        return TrackedOrder(json: order, page: page.markup)
    }
}

/// An order as a shared link shows it.
package struct TrackedOrder: AnswerShape, Sendable {
    let json: JSONValue
    /// Nil: the caller asked for JSON.
    let page: Markup?
    init(json: JSONValue, page: Markup? = nil) { (self.json, self.page) = (json, page) }

    package func reply() throws -> Reply {
        guard let page else { return Reply(status: 200, body: try JSON.encode(json)) }
        return try PageAnswer(page).reply()
    }
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

enum FoodPageLanguage {
    /// As the address says, else as the browser asks.
    static func of(_ view: OrdersView, _ wanted: String?) -> String {
        let languages = view.definition.languages
        if let wanted, languages.contains(wanted) { return wanted }
        if let asked = view.context.envelope.attributes["language"], languages.contains(asked) { return asked }
        return languages.first ?? "ar"
    }
}
