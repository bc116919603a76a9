import Kernel
import ServiceKit

/// Every HTTP route of the catalog, by what people come for.
enum CatalogRoutes {
    static let all: [Route] = DiscoveryRoutes.all + FavoriteRoutes.all + SocialRoutes.all + FriendRoutes.all + PersonalRoutes.all + OrganizerRoutes.all + PosterRoutes.all + WaitlistRoutes.all
        + ShopRoutes.all + ShopRatingRoutes.all + ShopOfficeRoutes.all + CampaignRoutes.all + AppEventRoutes.all
}
