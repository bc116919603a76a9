import CatalogKit
import Kernel
import ServiceKit

/// `GET /promo-codes`: all of them, the newest first.
package struct PromoCodes: Query {
    package static let type: MessageType = "catalog.promo-codes.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        let found = try view.promoCodes.page(limit: request.perPage, offset: request.offset)
        let currency = view.definition.currency
        return JSONBody(capacity: 128 + found.promos.count * 450) { (writer: inout JSONWriter) in
            writer.member("data", array: found.promos) { writer, promo in writer.object { promo.write(in: currency, to: &$0) } }
            writer.pageMeta(request, total: found.total)
        }
    }
}
