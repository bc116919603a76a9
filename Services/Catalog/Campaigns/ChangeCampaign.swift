import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// An administrator changes a campaign that is still a draft. What is not sent stays.
package struct ChangeCampaign: Command {
    package static let type: MessageType = "catalog.change-campaign.v1"
    let campaignId: CampaignID
    let edit: CampaignEdit
    package init(campaignId: CampaignID, _ edit: CampaignEdit) { (self.campaignId, self.edit) = (campaignId, edit) }

    private enum Key: String, CodingKey { case campaignId }
    package init(from decoder: any Decoder) throws {
        campaignId = try decoder.container(keyedBy: Key.self).decode(CampaignID.self, forKey: .campaignId)
        edit = try CampaignEdit(from: decoder)
    }
    package func encode(to encoder: any Encoder) throws {
        try edit.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(campaignId, forKey: .campaignId)
    }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manageCampaigns)
        let settings = try tx.shopSettings(), languages = tx.definition.languages
        guard var life = try tx.campaigns.find(campaignId) else {
            try edit.checkForm(settings, languages: languages)
            throw Rejection.notFound
        }
        let edited = try edit.applied(to: life.campaign, id: campaignId, settings, languages: languages) {
            try tx.shops.exists($0)
        }
        try life.requireDraft()
        life.campaign = edited
        try tx.campaigns.save(life, at: tx.now)
        return try ShopPresenter(tx).campaignBody(life, forAdministration: true)
    }
}
