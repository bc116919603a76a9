import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /neighborhoods`: the parts of the town, with the number of active shops in each.
package struct Neighborhoods: Query {
    package static let type: MessageType = "catalog.neighborhoods.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        try CountedList(view, by: .neighborhood, page: page, perPage: perPage).body(of: \.neighborhoods) { one, writer in
            writer.member("city", one.city)
            writer.member("latitude", one.latitude)
            writer.member("longitude", one.longitude)
        }
    }
}
