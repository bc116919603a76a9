import Kernel

/// A campaign came to its end. Its fields stand at the top of the message.
public struct CampaignEnded: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.campaign-ended.v1"
    public let campaign: Campaign
    public var subject: String { "campaigns/\(campaign.campaignId)" }
    public init(campaign: Campaign) { self.campaign = campaign }

    public init(from decoder: any Decoder) throws {
        campaign = try Campaign(from: decoder)
    }
    public func encode(to encoder: any Encoder) throws {
        try campaign.encode(to: encoder)
    }
}
