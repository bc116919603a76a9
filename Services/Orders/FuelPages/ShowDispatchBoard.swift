import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersPages
import ServiceKit

/// The page on which dispatchers work. It shows nothing before somebody signs in on it.
package struct ShowDispatchBoard: Query {
    package static let type: MessageType = "orders.show-dispatch-board.v1"
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        PageAnswer(DispatchBoardPage(api: PageAddress.api(of: FuelSale.name, in: view), words: .of(PageLanguage.of(view, lang))).markup)
    }
}
