import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// `GET /campaigns`: what runs and what is to come, the first to start first.
package struct AnnouncedCampaigns: Query {
    package static let type: MessageType = "catalog.announced-campaigns.v1"
    let page: Int?
    let perPage: Int?

    package func answer(in view: CatalogView) throws -> JSONBody {
        let request = try PageRequest(page: page, perPage: perPage)
        return try ShopPresenter(view)
            .campaignPage(try view.campaigns.announced(at: view.now, limit: request.perPage, offset: request.offset), request,
                                                 forAdministration: false)
    }
}
