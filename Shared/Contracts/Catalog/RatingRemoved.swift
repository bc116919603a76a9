import Kernel

/// A rating of a listing is gone.
public struct RatingRemoved: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.rating-removed.v1"
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
