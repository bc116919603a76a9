import Contracts
import Kernel
import ServiceKit

/// `GET /categories`: kinds of shops, with the number of active shops of each.
package struct ShopCategories: Query {
    package static let type: MessageType = "catalog.shop-categories.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let storefront = try Storefront(view)
        let all = storefront.settings.categories.sorted { $0.id < $1.id }
        let counts = try view.shops.counts(by: .category)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            writer.member("data", array: all.dropFirst(request.offset).prefix(request.perPage)) { writer, one in
                writer.object { writer in
                    writer.member("id", one.id)
                    writer.member("slug", one.slug)
                    storefront.names(one.names, to: &writer)
                    writer.member("icon", one.icon)
                    writer.member("shopsCount", counts[one.id] ?? 0)
                }
            }
            writer.pageMeta(request, total: all.count)
        }
    }
}
