import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// `GET /campaigns/{campaignId}`: one that runs or is to come.
package struct CampaignDetails: Query {
    package static let type: MessageType = "catalog.campaign-details.v1"
    let campaignId: CampaignID

    package func answer(in view: CatalogView) throws -> JSONBody {
        let life = try view.campaigns.require(campaignId)
        switch life.status(at: view.now) {
        case .scheduled, .running: return try ShopPresenter(view).campaignBody(life, forAdministration: false)
        case .draft, .ended, .cancelled: throw Rejection.notFound
        }
    }
}
