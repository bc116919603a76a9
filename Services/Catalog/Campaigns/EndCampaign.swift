import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The clock reached the end of a campaign. Set by a timer.
struct EndCampaign: Command {
    static let type: MessageType = "catalog.end-campaign.v1"
    let campaignId: CampaignID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Cancelled meanwhile, or told already: there is no end to tell of.
        guard var life = try tx.campaigns.find(campaignId), life.state != .ended, life.status(at: tx.now) == .ended else {
            return NoContent()
        }
        try life.take(.end, at: tx.now)
        try tx.campaigns.save(life, at: tx.now)
        try tx.publish(CampaignEnded(campaign: life.campaign))
        return NoContent()
    }
}
