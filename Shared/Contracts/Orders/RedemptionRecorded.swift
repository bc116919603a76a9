import Kernel

/// A member had a discount at a shop.
public struct RedemptionRecorded: DomainEvent, Equatable {
    public static let type: MessageType = "orders.redemption-recorded.v1"
    public let redemptionId: String
    public let userId: User.ID
    public let shopId: Int
    public let purchaseAmount: Money
    /// Hundredths of a percent: the shop's own discount.
    public let discountBasisPoints: Int
    /// On top, from a campaign.
    public let bonusBasisPoints: Int
    public let campaignId: String?
    public let savings: Money
    /// When the visit was.
    public let recordedAt: Timestamp
    /// Uploaded later.
    public let offline: Bool
    /// Imported with its history: nobody is notified.
    public let imported: Bool?
    /// By language, for messages to people.
    public let shopNames: [String: String]?
    public var subject: String { "users/\(userId)" }
    public init(redemptionId: String, userId: User.ID, shopId: Int, purchaseAmount: Money, discountBasisPoints: Int, bonusBasisPoints: Int,
                campaignId: String? = nil, savings: Money, recordedAt: Timestamp, offline: Bool, imported: Bool? = nil,
                shopNames: [String: String]? = nil) {
        self.shopNames = shopNames
        (self.redemptionId, self.userId, self.shopId) = (redemptionId, userId, shopId)
        (self.purchaseAmount, self.discountBasisPoints, self.bonusBasisPoints) = (purchaseAmount, discountBasisPoints, bonusBasisPoints)
        (self.campaignId, self.savings, self.recordedAt, self.offline, self.imported) = (campaignId, savings, recordedAt, offline, imported)
    }
}
