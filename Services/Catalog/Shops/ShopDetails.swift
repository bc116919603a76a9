import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// `GET /shops/{shopId}`: all about one active shop.
package struct ShopDetails: Query {
    package static let type: MessageType = "catalog.shop-details.v1"
    let shopId: PathNumber
    let latitude: String?
    let longitude: String?

    package func answer(in view: CatalogView) throws -> JSONBody {
        var check = Validation()
        let near = ShopSearch.place(latitude, longitude, isRequired: false, &check)
        try check.check()
        return try ShopPresenter(view).body(of: try view.shops.requireActive(try shopId.number()).id, near: near, .nobody)
    }
}
