import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// The clock reached the start of a campaign. Set by a timer.
struct StartCampaign: Command {
    static let type: MessageType = "catalog.start-campaign.v1"
    let campaignId: CampaignID

    func handle(in tx: CatalogTransaction) throws -> NoContent {
        // Cancelled meanwhile, or told already: there is no start to tell of.
        guard var life = try tx.campaigns.find(campaignId), life.state == .scheduled, life.status(at: tx.now) == .running else {
            return NoContent()
        }
        try life.take(.start, at: tx.now)
        try tx.campaigns.save(life, at: tx.now)
        try tx.publish(CampaignStarted(campaign: life.campaign))
        return NoContent()
    }
}
