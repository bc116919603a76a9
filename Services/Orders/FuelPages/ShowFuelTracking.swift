import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersPages
import ServiceKit

/// The page on which customers follow their orders. It shows nothing before somebody signs in on it.
package struct ShowFuelTracking: Query {
    package static let type: MessageType = "orders.show-fuel-tracking.v1"
    package let lang: String?

    package func answer(in view: OrdersView) throws -> PageAnswer {
        PageAnswer(FuelTrackingPage(api: PageAddress.api(of: FuelSale.name, in: view), words: .of(PageLanguage.of(view, lang))).markup)
    }
}
