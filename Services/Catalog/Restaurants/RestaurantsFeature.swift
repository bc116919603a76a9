import Contracts
import ServiceKit

extension Feature {
    /// Restaurants: where they are and deliver to, when they are open, who may see and change them.
    package static let restaurants = Feature(
        "restaurants",
        migrations: [CreateRestaurants.self, WidenZoneCells.self, SortRestaurantsBySigns.self],
        commands: [
            CreateRestaurant.self, ChangeRestaurant.self, SetHours.self, SetZones.self, SetAvailability.self, ApproveRestaurant.self,
            SuspendRestaurant.self, SetCommission.self, ImportRestaurant.self,
        ],
        timers: [RefreshOpening.self],
        reactions: [OnOrderAccepted.self, OnFoodOrderCancelled.self, OnOwnerErased.self, OnOwnerRoleLost.self],
        queries: [RestaurantDetails.self, RestaurantOpening.self, OwnRestaurants.self, AllRestaurants.self, BrowseRestaurants.self],
        publishes: [RestaurantChanged.self, RestaurantLive.self],
        routes: RestaurantRoutes.all,
        live: [
            LiveTopic("listings/{restaurantId}", access: .user, plugin: RestaurantPlugin.name, admission: .asks(RestaurantDetails.self),
                      feeds: [
                          Feed(RestaurantLive.self, as: "listing.updated", shows: ["open", "mode", "menuVersion"]),
                          Feed(MenuChanged.self, as: "listing.updated", shows: ["open", "mode", "version as menuVersion"]),
                      ]),
        ],
        texts: [RestaurantTexts.all])
}
