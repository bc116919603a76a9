import Contracts
import ServiceKit

extension Feature {
    /// Jobs of couriers: offers, claims, the way to the customer.
    package static func deliveries<Order: DeliveredOrder>(of _: Order.Type) -> Feature {
        Feature(
            "deliveries",
            migrations: [CreateDeliveries.self],
            timers: [OpenOffersToAll<Order>.self, AlertMissedDelivery<Order>.self],
            publishes: [
                DeliverySearchStarted.self, DeliveryOffered.self, DeliveryOfferEnded.self, DeliveryAssigned.self, DeliveryReleased.self,
                DeliveryArrived.self, DeliveryUnassigned.self, DeliveryUpdated.self,
            ])
    }
}
