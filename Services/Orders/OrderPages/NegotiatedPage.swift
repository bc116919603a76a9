import Kernel
import Messaging
import OrdersKit
import ServiceKit

/// JSON for programs, a page for a browser: what the caller accepts decides.
package struct NegotiatedPage: AnswerShape, Sendable {
    private let json: JSONValue
    /// Nil: the caller asked for JSON.
    private let page: Markup?

    /// The page is made only for who asks for one.
    package init(_ json: JSONValue, in view: OrdersView, page: () throws -> Markup) rethrows {
        self.json = json
        let accept = view.context.accept
        self.page = AnswerForm.isPage(accept) ? try page() : nil
    }

    package func reply() throws -> Reply {
        guard let page else { return Reply(status: 200, body: try JSON.encode(json)) }
        return try PageAnswer(page).reply()
    }
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
