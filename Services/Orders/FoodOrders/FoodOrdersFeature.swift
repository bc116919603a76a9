import Contracts
import ServiceKit

extension Feature {
    /// Orders of food: placing, cooking, cancelling, rating, talking about them.
    package static let foodOrders = Feature(
        "food-orders",
        migrations: [CreateFoodOrders.self, FindOrdersByPhone.self],
        commands: [
            PlaceFoodOrder.self, AcceptFoodOrder.self, PrepareFoodOrder.self, FinishFoodOrder.self, RejectFoodOrder.self,
            ChangePrepTime.self, CancelFoodOrder.self, RateFoodOrder.self, PostFoodMessage.self, ShareFoodOrder.self,
            StopSharingFoodOrder.self, ImportFoodOrder.self,
        ],
        timers: [FoodClaimOverdue.self, FoodTimerDue.self],
        reactions: [OnQuoteClaimed.self, OnQuoteRefused.self, OnQuoteClaimExpired.self, OnRestaurantChanged.self],
        queries: [
            FoodOrderDetails.self, FoodOrdersOfCustomer.self, ActiveFoodOrders.self, FoodOrdersOfRestaurant.self,
            RestaurantDashboard.self, AllFoodOrders.self, FoodSummary.self, FoodAppConfig.self, FoodMessagesOfOrder.self,
            TrackFoodOrder.self,
        ],
        publishes: [
            FoodOrderPlaced.self, OrderReleased.self, AcceptanceReminderDue.self, OrderAccepted.self, OrderPreparing.self, OrderReady.self,
            OrderPickedUp.self, OrderDelivered.self, FoodOrderCancelled.self, OrderPaymentUpdated.self, OrderLate.self, OrderOverdue.self,
            PrepTimeChanged.self, DeliveryEstimateChanged.self, RatingReminderDue.self, OrderRated.self, MessagePosted.self,
            FoodOrderUpdated.self, FoodOrderListed.self,
        ],
        routes: FoodOrderRoutes.all,
        live: FoodOrderTopics.all,
        plugins: [FoodSale.plugin],
        texts: [FoodOrderTexts.all])
}
