import Kernel

/// A campaign is announced: scheduled, or running at once (then `campaign-started` follows). Its fields stand at the top of the message.
public struct CampaignPublished: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.campaign-published.v1"
    public let campaign: Campaign
    /// Imported: nobody is notified.
    public let imported: Bool?
    public var subject: String { "campaigns/\(campaign.campaignId)" }
    public init(campaign: Campaign, imported: Bool? = nil) { (self.campaign, self.imported) = (campaign, imported) }

    private enum Key: String, CodingKey { case imported }
    public init(from decoder: any Decoder) throws {
        campaign = try Campaign(from: decoder)
        imported = try decoder.container(keyedBy: Key.self).decodeIfPresent(Bool.self, forKey: .imported)
    }
    public func encode(to encoder: any Encoder) throws {
        try campaign.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(imported, forKey: .imported)
    }
}
