import Contracts
import Kernel
import OrdersFood
import OrdersKit
import OrdersPages
import ServiceKit

/// The restaurant's board. It shows nothing before somebody signs in on it.
package struct ShowKitchenBoard: Query {
    package static let type: MessageType = "orders.show-kitchen-board.v1"
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        let api = PageAddress.api(of: FoodSale.name, in: view)
        let words = KitchenBoardWords.of(PageLanguage.of(view, lang))
        return PageAnswer(KitchenBoardPage(api: api, timezone: view.definition.timezone, words: words).markup)
    }
}
