import Contracts
import Kernel
import ServiceKit

/// `GET /neighborhoods`: the parts of the town, with the number of active shops in each.
package struct Neighborhoods: Query {
    package static let type: MessageType = "catalog.neighborhoods.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let storefront = try Storefront(view)
        let all = storefront.settings.neighborhoods.sorted { $0.id < $1.id }
        let counts = try view.shops.counts(by: .neighborhood)
        return JSONBody(capacity: 4096) { (writer: inout JSONWriter) in
            writer.member("data", array: all.dropFirst(request.offset).prefix(request.perPage)) { writer, one in
                writer.object { writer in
                    writer.member("id", one.id)
                    writer.member("slug", one.slug)
                    storefront.names(one.names, to: &writer)
                    writer.member("city", one.city)
                    writer.member("latitude", one.latitude)
                    writer.member("longitude", one.longitude)
                    writer.member("shopsCount", counts[one.id] ?? 0)
                }
            }
            writer.pageMeta(request, total: all.count)
        }
    }
}
