import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// An administrator calls a campaign off; its bonus stops at once.
package struct CancelCampaign: Command {
    package static let type: MessageType = "catalog.cancel-campaign.v1"
    let campaignId: CampaignID
    package init(campaignId: CampaignID) { self.campaignId = campaignId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manageCampaigns)
        var life = try tx.campaigns.require(campaignId)
        let wasAnnounced = life.state != .draft
        try life.take(.cancel, at: tx.now)
        try tx.campaigns.save(life, at: tx.now)
        tx.cancelTimer(CampaignAnnouncement.startTimer(campaignId))
        tx.cancelTimer(CampaignAnnouncement.endTimer(campaignId))
        if wasAnnounced { try tx.publish(CampaignCancelled(campaign: life.campaign)) }
        return try ShopPresenter(tx).campaignBody(life, forAdministration: true)
    }
}
