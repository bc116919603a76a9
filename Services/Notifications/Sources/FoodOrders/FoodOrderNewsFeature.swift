import Contracts
import ServiceKit

extension Feature {
    /// What food orders, deliveries and restaurants notify people of, and what the platform's staff writes to them.
    static let foodOrderNews = Feature(
        "food-order-news",
        migrations: [CreateFoodOrders.self],
        commands: [AnnounceToRole.self],
        reactions: [
            OnFoodOrderPlaced.self, OnFoodOrderReleased.self, OnAcceptanceReminderDue.self, OnFoodOrderAccepted.self,
            OnFoodOrderPreparing.self, OnFoodOrderReady.self, OnFoodOrderPickedUp.self, OnFoodOrderDelivered.self, OnRatingReminderDue.self,
            OnFoodOrderRated.self, OnFoodOrderCancelled.self, OnFoodOrderLate.self, OnFoodOrderOverdue.self,
            OnDeliveryEstimateChanged.self, OnPrepTimeChanged.self, OnOrderPaymentUpdated.self, OnEarningsSettled.self,
            OnMessagePosted.self, OnDeliveryOffered.self, OnDeliveryOfferEnded.self, OnDeliveryAssigned.self, OnDeliveryReleased.self,
            OnDeliveryUnassigned.self, OnCourierSilent.self, OnCourierApproved.self, OnRestaurantChanged.self,
        ],
        routes: RoleAnnouncementRoutes.all,
        plugins: [PluginDeclaration(RoleAnnouncementRoutes.plugin)])
}
