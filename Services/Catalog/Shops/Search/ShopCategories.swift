import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /categories`: kinds of shops, with the number of active shops of each.
package struct ShopCategories: Query {
    package static let type: MessageType = "catalog.shop-categories.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        try CountedList(view, by: .category, page: page, perPage: perPage).body(of: \.categories) { one, writer in
            writer.member("icon", one.icon)
        }
    }
}
