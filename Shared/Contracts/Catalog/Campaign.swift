import Kernel

public enum CampaignTag {}
public typealias CampaignID = Identifier<CampaignTag>

/// A bonus on the discount of some listings for some time, as other services know it.
public struct Campaign: Codable, Sendable, Equatable {
    public let campaignId: CampaignID
    /// By language.
    public let title: [String: String]
    public let body: [String: String]
    /// Hundredths of a percent, on top of the listing's own discount.
    public let bonusBasisPoints: Int
    /// A listing matches when it satisfies every list that is not empty.
    public let categoryIds: [Int]
    public let neighborhoodIds: [Int]
    public let shopIds: [Int]
    /// `startsAt ≤ t < endsAt`.
    public let startsAt: Timestamp
    public let endsAt: Timestamp

    public init(campaignId: CampaignID, title: [String: String], body: [String: String], bonusBasisPoints: Int, categoryIds: [Int],
                neighborhoodIds: [Int], shopIds: [Int], startsAt: Timestamp, endsAt: Timestamp) {
        (self.campaignId, self.title, self.body, self.bonusBasisPoints) = (campaignId, title, body, bonusBasisPoints)
        (self.categoryIds, self.neighborhoodIds, self.shopIds, self.startsAt, self.endsAt) =
            (categoryIds, neighborhoodIds, shopIds, startsAt, endsAt)
    }
    public func matches(listing: Int, category: Int, neighborhood: Int) -> Bool {
        (categoryIds.isEmpty || categoryIds.contains(category)) && (neighborhoodIds.isEmpty || neighborhoodIds.contains(neighborhood))
            && (shopIds.isEmpty || shopIds.contains(listing))
    }
}
