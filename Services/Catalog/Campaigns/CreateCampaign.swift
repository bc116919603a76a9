import CatalogKit
import CatalogShops
import Contracts
import Kernel
import ServiceKit

/// An administrator plans a bonus on the discount of some shops: a draft.
package struct CreateCampaign: Command {
    package static let type: MessageType = "catalog.create-campaign.v1"
    let edit: CampaignEdit
    package init(_ edit: CampaignEdit) { self.edit = edit }
    package init(from decoder: any Decoder) throws { edit = try CampaignEdit(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try edit.encode(to: encoder) }

    package func handle(in tx: CatalogTransaction) throws -> JSONBody {
        try tx.require(permission: ShopPermission.manageCampaigns)
        let id: CampaignID = tx.newID()
        let campaign = try edit.applied(to: nil, id: id, try tx.shopSettings(), languages: tx.definition.languages) {
            try tx.shops.exists($0)
        }
        let life = CampaignLife(campaign, state: .draft)
        try tx.campaigns.save(life, at: tx.now)
        return try ShopPresenter(tx).campaignBody(life, forAdministration: true, status: 201, location: "/admin/campaigns/\(id)")
    }
}
