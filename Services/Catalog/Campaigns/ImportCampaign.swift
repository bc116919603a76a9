import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// Seeding. What is there already is left alone.
extension ImportCampaign: Command {
    public typealias Answer = NoContent
    public func handle(in tx: CatalogTransaction) throws -> NoContent {
        guard try tx.campaigns.find(campaign.campaignId) == nil else { return NoContent() }
        var life = CampaignLife(campaign, state: .draft)
        if isDraft {
            try tx.campaigns.save(life, at: tx.now)
        } else {
            try life.take(.publish, at: tx.now)
            try CampaignAnnouncement(tx).announce(life, imported: true)
        }
        return NoContent()
    }
}
