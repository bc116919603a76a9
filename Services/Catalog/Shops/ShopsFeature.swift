import Contracts
import ServiceKit

extension Feature {
    /// Partner shops: what they give and where they are.
    package static let shops = Feature(
        "shops",
        migrations: [CreateShops.self, GatherPlaces.self, PackPlaces.self, SortShopsBySigns.self],
        commands: [
            CreateShop.self, ChangeShop.self, DecideShopEdit.self, ChangeOwnShop.self, PublishShop.self, SuspendShop.self,
            ResumeShop.self, CloseShop.self, ImportShop.self, MarkShopFavorite.self, UnmarkShopFavorite.self, ImportShopFavorite.self,
        ],
        reactions: [OnUserRegistered.self, OnUserUpdated.self, OnUserErased.self],
        queries: [
            ShopDetails.self, OwnShops.self, ShopAppConfig.self, InformationPage.self, FavoriteShops.self, Neighborhoods.self,
            ShopCategories.self, BrowseShops.self, NearbyShops.self,
        ],
        publishes: [ListingPublished.self, ListingUpdated.self, ListingWithdrawn.self],
        routes: ShopRoutes.all + ShopOfficeRoutes.all,
        plugins: [PartnerShopListing.declaration],
        texts: [ShopTexts.all])
}
