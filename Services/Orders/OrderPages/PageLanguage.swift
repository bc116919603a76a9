import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// In which language a page answers.
package enum PageLanguage {
    /// As the address says, else as the browser asks.
    package static func of(_ view: OrdersView, _ wanted: String?) -> String {
        let languages = view.definition.languages
        if let wanted, languages.contains(wanted) { return wanted }
        if let asked = view.context.envelope.attributes["language"], languages.contains(asked) { return asked }
        return languages.first ?? "en"
    }
}

/// Where a page's script finds the API.
package enum PageAddress {
    /// The path of a plugin's API, `/t/food/api/v1`: the page asks the origin it came from.
    package static func api(of plugin: String, in view: OrdersView) -> String {
        let root = view.context.envelope.attributes["root"] ?? view.definition.hosts.first.map { "https://" + $0 } ?? "/t/\(view.tenant)"
        return RootPath.of(root) + view.definition.basePath(of: plugin, in: .orders)
    }
}
