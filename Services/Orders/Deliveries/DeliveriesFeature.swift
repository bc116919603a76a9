import Contracts
import ServiceKit

extension Feature {
    /// Jobs of couriers: offers, claims, the way to the customer.
    package static func deliveries<Order: DeliveredOrder>(of _: Order.Type) -> Feature {
        Feature(
            "deliveries",
            migrations: [CreateDeliveries.self],
            commands: [
                ClaimDelivery<Order>.self, DeclineDelivery<Order>.self, ReleaseDelivery<Order>.self, ArriveAtRestaurant<Order>.self,
                PickUpDelivery<Order>.self, ArriveAtCustomer<Order>.self, CompleteDelivery<Order>.self, FailDelivery<Order>.self,
                OverrideDelivery<Order>.self, AssignDelivery<Order>.self,
            ],
            timers: [OpenOffersToAll<Order>.self, AlertMissedDelivery<Order>.self],
            queries: [OffersForCourier.self, DeliveriesOfCourier.self, DeliveryDetails.self, AllDeliveries.self],
            publishes: [
                DeliverySearchStarted.self, DeliveryOffered.self, DeliveryOfferEnded.self, DeliveryAssigned.self, DeliveryReleased.self,
                DeliveryArrived.self, DeliveryUnassigned.self, DeliveryUpdated.self,
            ],
            routes: DeliveryRoutes<Order>.all,
            live: DeliveryTopics.all(Order.name),
            texts: [DeliveryTexts.all])
    }
}
