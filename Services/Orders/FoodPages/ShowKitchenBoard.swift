import Contracts
import Kernel
import OrdersFood
import OrdersKit
import ServiceKit

/// The restaurant's board. It shows nothing before somebody signs in on it.
package struct ShowKitchenBoard: Query {
    package static let type: MessageType = "orders.show-kitchen-board.v1"
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        let root = view.context.envelope.attributes["root"] ?? view.definition.hosts.first.map { "https://" + $0 } ?? "/t/\(view.tenant)"
        let api = Self.path(of: root) + view.definition.basePath(of: FoodSale.name, in: .orders)
        let words = KitchenBoardWords.of(FoodPageLanguage.of(view, lang))
        return PageAnswer(KitchenBoardPage(api: api, timezone: view.definition.timezone, words: words).markup)
    }
    /// `https://host/t/x` → `/t/x`: the page asks the origin it came from.
    private static func path(of root: String) -> String {
        guard let scheme = root.range(of: "://") else { return root }
        let rest = root[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }
}
