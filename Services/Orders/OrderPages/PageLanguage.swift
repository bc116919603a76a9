import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// In which language a page answers.
package enum PageLanguage {
    /// As the address says, else as the browser asks.
    package static func of(_ view: OrdersView, _ wanted: String?) -> String {
        if let wanted, view.definition.languages.contains(wanted) { return wanted }
        return view.language
    }
}

/// Where a page's script finds the API.
package enum PageAddress {
    /// The path of a plugin's API, `/t/food/api/v1`: the page asks the origin it came from.
    package static func api(of plugin: String, in view: OrdersView) -> String {
        RootPath.of(view.context.root) + view.definition.basePath(of: plugin, in: .orders)
    }
}
