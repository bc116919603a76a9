import Contracts
import ServiceKit

/// What clients watch of jobs: couriers their offers and their jobs, everybody who may see an order the courier on his way.
enum DeliveryTopics {
    static func all(_ plugin: String) -> [LiveTopic] {
        [
            LiveTopic("deliveries/mine", access: .permission("deliveries:ride"), plugin: plugin, feeds: [
                Feed(DeliveryOffered.self, as: "offer.created", for: ["courierId"],
                     shows: ["orderId as deliveryId", "number as orderNumber", "payout", "cash", "distanceMeters", "expiresAt"])
                    // Paid by card, open to everybody: as the list of offers says it.
                    .null(for: "cash", "expiresAt"),
                Feed(DeliveryOfferEnded.self, as: "offer.ended", for: ["courierId"], shows: ["orderId as deliveryId", "why"]),
                Feed(DeliveryUpdated.self, as: "delivery.updated", for: ["courierId"],
                     shows: ["id", "orderNumber", "status", "estimatedReadyAt"]),
            ]),
            // The order's own feature decides who may watch it.
            LiveTopic("orders/{orderId}", access: .user, plugin: plugin, admission: .byOwner, feeds: [
                Feed(CourierMoved.self, as: "courier.location", shows: ["location", "at"]).hidden(from: ["hiddenFrom"]),
                // A courier without the job has nothing to see there any more.
                Feed(DeliveryReleased.self, as: "delivery.released", for: ["courierId"], shows: ["orderId", "why"],
                     unsubscribes: ["courierId"]),
            ]),
        ]
    }
}
