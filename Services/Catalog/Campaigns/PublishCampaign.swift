import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// A draft is announced; it runs at once if its time has come.
package struct PublishCampaign: Command {
    package static let type: MessageType = "catalog.publish-campaign.v1"
    let campaignId: CampaignID
    package init(campaignId: CampaignID) { self.campaignId = campaignId }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manageCampaigns)
        var life = try tx.campaigns.require(campaignId)
        try life.take(.publish, at: tx.now)
        try CampaignAnnouncement(tx).announce(life, imported: nil)
        return try ShopPresenter(tx).campaignBody(life, forAdministration: true)
    }
}

/// Keeps a campaign that was just published, tells of it, and sets what happens by itself.
struct CampaignAnnouncement {
    private let tx: CatalogTransaction
    init(_ tx: CatalogTransaction) { self.tx = tx }

    static func startTimer(_ id: CampaignID) -> String { "campaign-start/\(id)" }
    static func endTimer(_ id: CampaignID) -> String { "campaign-end/\(id)" }

    func announce(_ life: CampaignLife, imported: Bool?) throws {
        let campaign = life.campaign
        try tx.campaigns.save(life, at: tx.now)
        try tx.publish(CampaignPublished(campaign: campaign, imported: imported))
        switch life.state {
        case .running: try tx.publish(CampaignStarted(campaign: campaign, imported: imported))
        case .scheduled:
            try tx.schedule(Self.startTimer(campaign.campaignId), at: campaign.startsAt, StartCampaign(campaignId: campaign.campaignId))
        case .draft, .ended, .cancelled: return  // Not announced: nothing happens by itself.
        }
        try tx.schedule(Self.endTimer(campaign.campaignId), at: campaign.endsAt, EndCampaign(campaignId: campaign.campaignId))
    }
}
