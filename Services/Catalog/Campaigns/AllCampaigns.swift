import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// `GET /admin/campaigns`: all of them, the newest first.
package struct AllCampaigns: Query {
    package static let type: MessageType = "catalog.all-campaigns.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        return try ShopPresenter(view).campaignPage(try view.campaigns.all(limit: request.perPage, offset: request.offset), request,
                                                    forAdministration: true)
    }
}
