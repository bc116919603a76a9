import Kernel

/// Seeding: a campaign with a fixed id. One that is there already stays as it is.
public struct ImportCampaign: Message, Equatable {
    public static let type: MessageType = "catalog.import-campaign.v1"
    public let campaign: Campaign
    /// A draft; else it is announced, and runs when its time has come.
    public let isDraft: Bool
    public init(campaign: Campaign, isDraft: Bool) { (self.campaign, self.isDraft) = (campaign, isDraft) }
}
