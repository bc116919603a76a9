import Kernel

/// Somebody changed a rating of a listing.
public struct RatingChanged: DomainEvent, Equatable {
    public static let type: MessageType = "catalog.rating-changed.v1"
    public let ratingId: Int
    public let shopId: Int
    public let userId: User.ID
    /// 1 to 5.
    public let stars: Int
    public let previousStars: Int
    public var subject: String { "listings/\(shopId)" }
    public init(ratingId: Int, shopId: Int, userId: User.ID, stars: Int, previousStars: Int) {
        (self.ratingId, self.shopId, self.userId, self.stars) = (ratingId, shopId, userId, stars)
        self.previousStars = previousStars
    }
}
