import Kernel

/// Somebody rated a listing for the first time (or again after taking the rating back).
public struct RatingAdded: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.rating-added.v1"
    public let ratingId: Int
    public let shopId: Int
    public let userId: User.ID
    /// 1 to 5.
    public let stars: Int
    public var subject: String { "listings/\(shopId)" }
    public init(ratingId: Int, shopId: Int, userId: User.ID, stars: Int) {
        (self.ratingId, self.shopId, self.userId, self.stars) = (ratingId, shopId, userId, stars)
    }
}
