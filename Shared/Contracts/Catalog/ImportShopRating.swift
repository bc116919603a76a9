import Kernel

/// Seeding: somebody rated a shop. A rating that is there already stays.
public struct ImportShopRating: Message, Equatable {
    public static let type: MessageType = "catalog.import-shop-rating.v1"
    public let ratingId: Int
    public let shopId: Int
    public let userId: User.ID
    public let stars: Int
    public let comment: String?
    public let at: Timestamp
    public init(ratingId: Int, shopId: Int, userId: User.ID, stars: Int, comment: String? = nil, at: Timestamp) {
        (self.ratingId, self.shopId, self.userId, self.stars, self.comment, self.at) = (ratingId, shopId, userId, stars, comment, at)
    }
}
