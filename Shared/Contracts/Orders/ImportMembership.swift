import Kernel

/// Seed: a member's periods and visits from before this platform kept them, oldest first. A member who has any period
/// or visit here already stays as he is.
public struct ImportMembership: Message, Equatable {
    public static let type: MessageType = "orders.import-membership.v1"
    /// Sold for cash at a shop.
    public struct Period: Codable, Sendable, Equatable {
        public let activationId: String
        public let paymentId: PaymentID
        public let shopId: Int
        public let vendorUserId: User.ID
        public let months: Int
        /// Local dates, both inclusive.
        public let startDate: CalendarDate
        public let endDate: CalendarDate
        public let soldAt: Timestamp
        public init(activationId: String, paymentId: PaymentID, shopId: Int, vendorUserId: User.ID, months: Int, startDate: CalendarDate,
                    endDate: CalendarDate, soldAt: Timestamp) {
            (self.activationId, self.paymentId, self.shopId, self.vendorUserId) = (activationId, paymentId, shopId, vendorUserId)
            (self.months, self.startDate, self.endDate, self.soldAt) = (months, startDate, endDate, soldAt)
        }
    }
    public struct Visit: Codable, Sendable, Equatable {
        public let redemptionId: String
        public let shopId: Int
        public let vendorUserId: User.ID
        public let purchaseAmount: Money
        public let discountBasisPoints: Int
        public let bonusBasisPoints: Int
        public let campaignId: String?
        public let at: Timestamp
        public init(redemptionId: String, shopId: Int, vendorUserId: User.ID, purchaseAmount: Money, discountBasisPoints: Int,
                    bonusBasisPoints: Int, campaignId: String? = nil, at: Timestamp) {
            (self.redemptionId, self.shopId, self.vendorUserId, self.purchaseAmount) = (redemptionId, shopId, vendorUserId, purchaseAmount)
            (self.discountBasisPoints, self.bonusBasisPoints, self.campaignId, self.at) =
                (discountBasisPoints, bonusBasisPoints, campaignId, at)
        }
    }
    public let userId: User.ID
    public let periods: [Period]
    public let visits: [Visit]
    public init(userId: User.ID, periods: [Period], visits: [Visit]) {
        (self.userId, self.periods, self.visits) = (userId, periods, visits)
    }
}
