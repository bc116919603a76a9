import Contracts
import ServiceKit

extension Feature {
    /// Partner shops: what they give, where they are, what people say of them.
    package static let shops = Feature(
        "shops",
        migrations: [CreateShops.self, GatherPlaces.self, PackPlaces.self],
        commands: [
            CreateShop.self, ChangeShop.self, DecideShopEdit.self, ChangeOwnShop.self, PublishShop.self, SuspendShop.self,
            ResumeShop.self, CloseShop.self, ImportShop.self, RateShop.self, ChangeShopRating.self, WithdrawShopRating.self,
            ImportShopRating.self, MarkShopFavorite.self, UnmarkShopFavorite.self, ImportShopFavorite.self,
        ],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnUserErased.self, OnRedemptionRecorded.self, OnRedemptionVoided.self],
        queries: [
            ShopDetails.self, OwnShops.self, ShopAppConfig.self, InformationPage.self, ShopRatings.self, MyShopRatings.self,
            FavoriteShops.self, Neighborhoods.self, ShopCategories.self, BrowseShops.self, NearbyShops.self,
        ],
        publishes: [
            ListingPublished.self, ListingUpdated.self, ListingWithdrawn.self, RatingAdded.self, RatingChanged.self, RatingRemoved.self,
        ],
        routes: ShopRoutes.all + ShopRatingRoutes.all + ShopOfficeRoutes.all,
        plugins: [PartnerShopListing.declaration],
        texts: [ShopTexts.all])
}
