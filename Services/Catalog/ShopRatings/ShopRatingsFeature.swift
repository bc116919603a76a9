import Contracts
import ServiceKit

extension Feature {
    /// What people say of shops.
    package static let shopRatings = Feature(
        "shop-ratings",
        commands: [RateShop.self, ChangeShopRating.self, WithdrawShopRating.self, ImportShopRating.self],
        reactions: [OnRedemptionRecorded.self, OnRedemptionVoided.self],
        queries: [ShopRatings.self, MyShopRatings.self],
        publishes: [RatingAdded.self, RatingChanged.self, RatingRemoved.self],
        routes: ShopRatingRoutes.all)
}
